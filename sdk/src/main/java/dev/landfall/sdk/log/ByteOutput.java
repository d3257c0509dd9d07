package dev.landfall.sdk.log;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reused buffer that grows up to a bound; the primitives of {@link RecordFormat} mostly without
 * an allocation. One thread at a time.
 */
final class ByteOutput {
  private static final int MAX_VARINT_BYTES = 10;
  private static final int SHORT_TEXT = 48;

  private final int maxCapacity;
  private byte[] bytes;
  private int position;

  ByteOutput(int capacity, int maxCapacity) {
    this.bytes = new byte[capacity];
    this.maxCapacity = maxCapacity;
  }

  int position() {
    return position;
  }

  /** Takes back what was written from {@code earlier} on. */
  void rewind(int earlier) {
    position = earlier;
  }

  /** The array behind the buffer, good until the next write. */
  byte[] array() {
    return bytes;
  }

  /** What was written, as a view of the array behind it. */
  ByteBuffer written() {
    return ByteBuffer.wrap(bytes, 0, position);
  }

  void putByte(int value) {
    reserve(1);
    bytes[position++] = (byte) value;
  }

  void putInt(int value) {
    reserve(Integer.BYTES);
    setInt(position, value);
    position += Integer.BYTES;
  }

  /** Overwrites four bytes that were written before. */
  void setInt(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  void putLong(long value) {
    putInt((int) (value >>> 32));
    putInt((int) value);
  }

  void putVarint(long value) {
    reserve(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[position++] = (byte) rest;
  }

  void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }

  /** Length and bytes. */
  void putBytes(byte[] value) {
    putVarint(value.length);
    putRaw(value);
  }

  void putRaw(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, position, value.length);
    position += value.length;
  }

  /**
   * Short text, nearly always ASCII, goes character by character without an intermediate array;
   * longer text through the JDK's encoder, which copies vectors.
   */
  void putText(String text) {
    if (text.length() > SHORT_TEXT || !putAscii(text)) {
      putUnicode(text);
    }
  }

  /** Writes the text if it is ASCII, and nothing otherwise. */
  private boolean putAscii(String text) {
    int start = position;
    int length = text.length();
    putVarint((long) length << 1);
    reserve(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        position = start;
        return false;
      }
      bytes[position + i] = (byte) c;
    }
    position += length;
    return true;
  }

  private void putUnicode(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    // The encoder puts a question mark where there is half a surrogate pair.
    if (QuestionMarks.in(utf8) && holdsHalfAPair(text)) {
      putUtf16(text);
    } else {
      putVarint((long) utf8.length << 1);
      putRaw(utf8);
    }
  }

  private static boolean holdsHalfAPair(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return true;
      }
      i += Character.charCount(point);
    }
    return false;
  }

  private void putUtf16(String text) {
    long length = 2L * text.length();
    putVarint((length << 1) | 1);
    reserve(length);
    for (int i = 0; i < text.length(); i++) {
      bytes[position++] = (byte) (text.charAt(i) >> 8);
      bytes[position++] = (byte) text.charAt(i);
    }
  }

  private void reserve(long more) {
    if (more > bytes.length - position) {
      grow(position + more);
    }
  }

  private void grow(long needed) {
    if (needed > maxCapacity) {
      throw new BufferOverflowException();
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(maxCapacity, Math.max(needed, 2L * bytes.length)));
  }
}
