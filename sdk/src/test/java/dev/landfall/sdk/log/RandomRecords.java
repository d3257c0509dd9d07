package dev.landfall.sdk.log;

import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Records of every kind from a seed, extremes among them; the same records for the same seed. One
 * thread at a time.
 */
public final class RandomRecords {
  private static final List<Value.Kind> KINDS = List.of(Value.Kind.values());

  /** All but list and map, which come last. */
  private static final int FLAT_KINDS = KINDS.size() - 2;

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "Zürich",
          "日本語",
          "\uD83D\uDE00 é",
          "\uD83D",
          "\uDE00x",
          "\0\u007f\u0080\u07ff\u0800\uffff",
          "?");
  private static final long[] LONGS = {0, 1, -1, 63, 64, -65, Long.MAX_VALUE, Long.MIN_VALUE};

  private final Random random;

  public RandomRecords(long seed) {
    random = new Random(seed);
  }

  public List<SinkRecord> next(int count) {
    List<SinkRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(next());
    }
    return records;
  }

  public SinkRecord next() {
    boolean delete = random.nextInt(4) == 0;
    return new SinkRecord(
        delete ? Operation.DELETE : Operation.PUT,
        value(2),
        delete ? Value.ofNull() : value(4),
        headers(),
        random.nextBoolean() ? SinkRecord.NO_TIMESTAMP : number(),
        random.nextBoolean()
            ? SourcePosition.NONE
            : new SourcePosition("split-" + random.nextInt(3), number(), number()));
  }

  private Value value(int depth) {
    return switch (KINDS.get(random.nextInt(depth > 0 ? KINDS.size() : FLAT_KINDS))) {
      case NULL -> Value.ofNull();
      case BOOLEAN -> Value.of(random.nextBoolean());
      case LONG -> Value.of(number());
      case DOUBLE -> Value.of(Double.longBitsToDouble(random.nextLong()));
      case DECIMAL ->
          Value.of(
              new BigDecimal(
                  new BigInteger(random.nextInt(200), random).negate(), random.nextInt()));
      case TEXT -> Value.of(text());
      case BYTES -> Value.of(bytes());
      case INSTANT -> Value.of(instant());
      case DATE -> Value.of(LocalDate.ofEpochDay(random.nextInt()));
      case TIME -> Value.of(LocalTime.ofNanoOfDay(random.nextInt(Integer.MAX_VALUE) * 40_000L));
      case LIST -> Value.of(values(depth - 1));
      case MAP -> Value.of(fields(depth - 1));
    };
  }

  private List<Value> values(int depth) {
    List<Value> values = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      values.add(value(depth));
    }
    return values;
  }

  private Map<String, Value> fields(int depth) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      fields.put(text(), value(depth));
    }
    return fields;
  }

  private List<Header> headers() {
    List<Header> headers = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(new Header(text(), bytes()));
    }
    return headers;
  }

  private Instant instant() {
    return switch (random.nextInt(3)) {
      case 0 -> Instant.MIN;
      case 1 -> Instant.MAX;
      default -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    };
  }

  private String text() {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    return random.nextInt(8) == 0 ? text.repeat(100) : text;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(random.nextInt(8) == 0 ? 1000 : 10)];
    random.nextBytes(bytes);
    return bytes;
  }

  private long number() {
    return random.nextBoolean()
        ? LONGS[random.nextInt(LONGS.length)]
        : random.nextLong() >> random.nextInt(64);
  }
}
