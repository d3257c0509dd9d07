package dev.landfall.benchmarks;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.SplittableRandom;

/**
 * Records of a key of 16 bytes and a value of 200, made beforehand so that their making costs
 * nobody anything, and taken round and round. Both are printable, as text would be. Immutable,
 * thread-safe; a feed is used by one thread at a time.
 */
final class Payloads {
  static final int KEY_BYTES = 16;
  static final int VALUE_BYTES = 200;

  /** A power of two; 8,192 records are 1.8 MB, more than a core's own cache holds. */
  private static final int COUNT = 1 << 13;

  private final byte[][] keys = new byte[COUNT][];
  private final byte[][] values = new byte[COUNT][];
  private final SinkRecord[] records = new SinkRecord[COUNT];

  Payloads(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < COUNT; i++) {
      keys[i] = printable(random, KEY_BYTES);
      values[i] = printable(random, VALUE_BYTES);
      records[i] = SinkRecord.put(Value.of(keys[i]), Value.of(values[i]));
    }
  }

  static byte[] printable(SplittableRandom random, int bytes) {
    byte[] text = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  byte[] key(long number) {
    return keys[index(number)];
  }

  byte[] value(long number) {
    return values[index(number)];
  }

  private static int index(long number) {
    return (int) (number & (COUNT - 1));
  }

  /** The same records as a sink is given them. */
  Feed feed() {
    return new Feed() {
      private long number;

      @Override
      public SinkRecord next() {
        return records[index(number++)];
      }
    };
  }
}
