package dev.landfall.runner.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds a byte eight at a time, after "Determine if a word has a byte equal to n" (Anderson, Bit
 * Twiddling Hacks). Stateless, thread-safe.
 */
final class ByteSearch {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private ByteSearch() {}

  /** The first index in {@code [from, to)} that holds {@code wanted}, or -1. */
  static int first(byte[] bytes, int from, int to, byte wanted) {
    long pattern = (wanted & 0xFF) * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long match = matches((long) WORDS.get(bytes, i), pattern);
      if (match != 0) {
        return i + (Long.numberOfTrailingZeros(match) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** The first index in {@code [from, to)} that holds one of the two, or -1. */
  static int firstOf(byte[] bytes, int from, int to, byte one, byte other) {
    long onePattern = (one & 0xFF) * ONES;
    long otherPattern = (other & 0xFF) * ONES;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) WORDS.get(bytes, i);
      long match = matches(word, onePattern) | matches(word, otherPattern);
      if (match != 0) {
        return i + (Long.numberOfTrailingZeros(match) >>> 3);
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == one || bytes[i] == other) {
        return i;
      }
    }
    return -1;
  }

  /** The first index in {@code [from, to)} of a byte beyond ASCII, or {@code to}. */
  static int firstBeyondAscii(byte[] bytes, int from, int to) {
    int i = from;
    while (i <= to - Long.BYTES && ((long) WORDS.get(bytes, i) & HIGH_BITS) == 0) {
      i += Long.BYTES;
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** Whether {@code [from, to)} is ASCII without {@code unwanted}. */
  static boolean isPlain(byte[] bytes, int from, int to, byte unwanted) {
    long pattern = (unwanted & 0xFF) * ONES;
    long found = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) WORDS.get(bytes, i);
      found |= (word & HIGH_BITS) | matches(word, pattern);
    }
    boolean plain = found == 0;
    for (; i < to; i++) {
      plain &= bytes[i] >= 0 && bytes[i] != unwanted;
    }
    return plain;
  }

  /**
   * Sets the high bit of each byte that matches; bytes above the lowest match may be marked too,
   * which the little-endian order makes harmless.
   */
  private static long matches(long word, long pattern) {
    long difference = word ^ pattern;
    return (difference - ONES) & ~difference & HIGH_BITS;
  }
}
