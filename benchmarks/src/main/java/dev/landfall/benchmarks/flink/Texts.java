package dev.landfall.benchmarks.flink;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Keys of 16 and values of 200 printable bytes, made beforehand and taken round and round, so that
 * their making costs no sink anything. Immutable, thread-safe.
 */
final class Texts {
  private static final int KEY_BYTES = 16;
  private static final int VALUE_BYTES = 200;
  private static final int COUNT = 1 << 13;
  private static final byte[][] KEYS = new byte[COUNT][];
  private static final byte[][] VALUES = new byte[COUNT][];
  private static final String[] TEXTS = new String[COUNT];

  static {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < COUNT; i++) {
      KEYS[i] = printable(random, KEY_BYTES);
      VALUES[i] = printable(random, VALUE_BYTES);
      TEXTS[i] = new String(VALUES[i], StandardCharsets.ISO_8859_1);
    }
  }

  private Texts() {}

  private static byte[] printable(SplittableRandom random, int bytes) {
    byte[] text = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      text[i] = (byte) ('a' + random.nextInt(26));
    }
    return text;
  }

  private static int index(long number) {
    return (int) (number & (COUNT - 1));
  }

  static byte[] key(long number) {
    return KEYS[index(number)];
  }

  static byte[] value(long number) {
    return VALUES[index(number)];
  }

  static String text(long number) {
    return TEXTS[index(number)];
  }
}
