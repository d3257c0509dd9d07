package dev.landfall.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Events such as a web shop has: a few fields, some of them out of few values, about 220 bytes as
 * JSON, which compress as such things do. Made beforehand, taken round and round; a round is longer
 * than a compressor looks back. Immutable, thread-safe; a feed is used by one thread at a time.
 */
final class Events {
  private static final int COUNT = 1 << 14;
  private static final int WORDS = 2_000;
  private static final int WORDS_OF_A_NOTE = 12;
  private static final String[] CITIES = {
    "Amsterdam", "Bogotá", "Chengdu", "Dakar", "Esbjerg", "Florianópolis", "Göteborg", "Hà Nội"
  };

  private final SinkRecord[] records = new SinkRecord[COUNT];

  Events() {
    SplittableRandom random = new SplittableRandom(1);
    String[] words = new String[WORDS];
    for (int i = 0; i < WORDS; i++) {
      words[i] = new String(Payloads.printable(random, 3 + random.nextInt(7)), US_ASCII);
    }
    for (int i = 0; i < COUNT; i++) {
      records[i] = event(i, words, random);
    }
  }

  private static SinkRecord event(int number, String[] words, SplittableRandom random) {
    StringBuilder note = new StringBuilder();
    for (int i = 0; i < WORDS_OF_A_NOTE; i++) {
      note.append(i == 0 ? "" : " ").append(words[random.nextInt(WORDS)]);
    }
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("order", Value.of(1_000_000_000L + number));
    fields.put("customer", Value.of("c-" + random.nextInt(100_000)));
    fields.put("city", Value.of(CITIES[random.nextInt(CITIES.length)]));
    fields.put("amount", Value.of(random.nextInt(100_000) / 100.0));
    fields.put("paid", Value.of(random.nextInt(4) > 0));
    fields.put("note", Value.of(note.toString()));
    return SinkRecord.put(Value.of(number), Value.of(fields));
  }

  Feed feed() {
    return new Feed() {
      private long number;

      @Override
      public SinkRecord next() {
        return records[(int) (number++ & (COUNT - 1))];
      }
    };
  }
}
