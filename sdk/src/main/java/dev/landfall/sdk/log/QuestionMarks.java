package dev.landfall.sdk.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for the byte {@code '?'}, eight bytes at a time: asked for each long text, where a loop
 * over single bytes costs as much as all else that is done with the text. Stateless, thread-safe.
 */
final class QuestionMarks {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;
  private static final long MARKS = LOWEST_BITS * '?';

  private QuestionMarks() {}

  static boolean in(byte[] bytes) {
    int at = 0;
    for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
      // A mark becomes a zero byte; the lowest zero byte is the first to borrow from its highest
      // bit (H. S. Warren, Hacker's Delight, section 6-1).
      long word = (long) LONGS.get(bytes, at) ^ MARKS;
      if (((word - LOWEST_BITS) & ~word & HIGHEST_BITS) != 0) {
        return true;
      }
    }
    for (; at < bytes.length; at++) {
      if (bytes[at] == '?') {
        return true;
      }
    }
    return false;
  }
}
