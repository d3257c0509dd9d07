package dev.landfall.sdk.log;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A reused buffer that grows up to a bound; the primitives of {@link RecordFormat} without an
 * allocation for each. One thread at a time.
 */
final class ByteOutput {
  private static final int MAX_VARINT_BYTES = 10;

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

  /** Text is nearly always ASCII, so that is tried first and taken back if it fails. */
  void putText(String text) {
    int start = position;
    int length = text.length();
    putVarint((long) length << 1);
    reserve(length);
    byte[] target = bytes;
    int at = position;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        position = start;
        putUnicode(text);
        return;
      }
      target[at + i] = (byte) c;
    }
    position = at + length;
  }

  private void putUnicode(String text) {
    long utf8Bytes = utf8Bytes(text);
    if (utf8Bytes < 0) {
      putUtf16(text);
      return;
    }
    putVarint(utf8Bytes << 1);
    reserve(utf8Bytes);
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      putPoint(point);
      i += Character.charCount(point);
    }
  }

  /** The length in UTF-8, or -1 if the text holds half a surrogate pair. */
  private static long utf8Bytes(String text) {
    long total = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return -1;
      }
      total += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      i += Character.charCount(point);
    }
    return total;
  }

  /** UTF-8 as in RFC 3629, section 3. */
  private void putPoint(int point) {
    if (point < 0x80) {
      bytes[position++] = (byte) point;
    } else if (point < 0x800) {
      bytes[position++] = (byte) (0xC0 | (point >> 6));
      bytes[position++] = continuation(point);
    } else if (point < 0x10000) {
      bytes[position++] = (byte) (0xE0 | (point >> 12));
      bytes[position++] = continuation(point >> 6);
      bytes[position++] = continuation(point);
    } else {
      bytes[position++] = (byte) (0xF0 | (point >> 18));
      bytes[position++] = continuation(point >> 12);
      bytes[position++] = continuation(point >> 6);
      bytes[position++] = continuation(point);
    }
  }

  private static byte continuation(int point) {
    return (byte) (0x80 | (point & 0x3F));
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
