package dev.landfall.sink.s3;

import java.io.OutputStream;
import java.util.Arrays;

/** A growing array of bytes that is handed over without a copy. One thread at a time. */
final class ByteBlock extends OutputStream {
  private byte[] bytes;
  private int size;

  ByteBlock(int capacity) {
    bytes = new byte[capacity];
  }

  @Override
  public void write(int one) {
    ensure(1);
    bytes[size++] = (byte) one;
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    ensure(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  /** Appends what another block holds. */
  void append(ByteBlock other) {
    write(other.bytes, 0, other.size);
  }

  /** The array, with room for so many more bytes behind {@link #size}. */
  byte[] reserve(int more) {
    ensure(more);
    return bytes;
  }

  /** Takes what was written into the array as appended. */
  void setSize(int written) {
    size = written;
  }

  int size() {
    return size;
  }

  /** The array itself, of which the first {@link #size} bytes count. */
  byte[] array() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  private void ensure(int more) {
    int needed = Math.addExact(size, more);
    if (needed > bytes.length) {
      long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8L);
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) doubled));
    }
  }
}
