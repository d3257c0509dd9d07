package dev.landfall.conformance.wire.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What has arrived from one side and was not taken yet. One thread at a time. */
public final class Bytes {
  private byte[] array = new byte[8192];
  private int start;
  private int end;

  /** Adds what was read. */
  public void add(byte[] source, int length) {
    if (end + length > array.length) {
      array = Arrays.copyOfRange(array, start, Math.max(start + 8192, 2 * (end + length) - start));
      end -= start;
      start = 0;
    }
    System.arraycopy(source, 0, array, end, length);
    end += length;
  }

  public int size() {
    return end - start;
  }

  /** The unsigned byte at an index from the front. */
  public int at(int index) {
    return array[start + index] & 0xFF;
  }

  /** A big-endian number of four bytes. */
  public int intAt(int index) {
    return at(index) << 24 | at(index + 1) << 16 | at(index + 2) << 8 | at(index + 3);
  }

  /** Takes the first {@code length} bytes. */
  public byte[] take(int length) {
    byte[] taken = Arrays.copyOfRange(array, start, start + length);
    start += length;
    return taken;
  }

  public byte[] takeAll() {
    return take(size());
  }

  /** Bytes as text that loses none of them. */
  static String latin(byte[] bytes, int from, int to) {
    return new String(bytes, from, Math.max(0, to - from), StandardCharsets.ISO_8859_1);
  }

  static String latin(byte[] bytes) {
    return latin(bytes, 0, bytes.length);
  }
}
