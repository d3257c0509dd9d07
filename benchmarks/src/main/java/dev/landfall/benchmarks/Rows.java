package dev.landfall.benchmarks;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Rows of a number and a text of 200 bytes. The numbers grow, or go round where rows are to be
 * replaced. One thread at a time.
 */
final class Rows implements Feed {
  static final int TEXT_BYTES = 200;

  /** A prime, so that a number that comes round again does not bring its old text along. */
  private static final int TEXTS = 8191;

  private final String[] texts = new String[TEXTS];
  private final long distinct;
  private long number;

  private Rows(long distinct) {
    this.distinct = distinct;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < TEXTS; i++) {
      texts[i] = new String(Payloads.printable(random, TEXT_BYTES), StandardCharsets.ISO_8859_1);
    }
  }

  /** Each number once. */
  static Rows growing() {
    return new Rows(Long.MAX_VALUE);
  }

  /** So many numbers, again and again. */
  static Rows round(long distinct) {
    return new Rows(distinct);
  }

  /** Goes on to the next row. */
  void advance() {
    number++;
  }

  long id() {
    return number % distinct;
  }

  String text() {
    return texts[(int) (number % TEXTS)];
  }

  @Override
  public SinkRecord next() {
    Value id = Value.of(id());
    Value text = Value.of(text());
    advance();
    return SinkRecord.put(id, Value.of(Map.of("id", id, "payload", text)));
  }
}
