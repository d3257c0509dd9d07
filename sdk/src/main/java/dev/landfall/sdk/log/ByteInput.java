package dev.landfall.sdk.log;

import dev.landfall.sdk.DamagedStateException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the primitives of {@link RecordFormat} from a piece of an array. Every length is compared
 * with the bytes that are left before anything is allocated. One thread at a time.
 */
final class ByteInput {
  private byte[] bytes = new byte[0];
  private int position;
  private int end;

  /** Reads {@code length} bytes of {@code array} from {@code offset} on next. */
  void reset(byte[] array, int offset, int length) {
    bytes = array;
    position = offset;
    end = offset + length;
  }

  int remaining() {
    return end - position;
  }

  /** Where the next byte is, for {@link #copySince}. */
  int position() {
    return position;
  }

  /** The bytes from an earlier position to here. */
  byte[] copySince(int earlier) {
    return Arrays.copyOfRange(bytes, earlier, position);
  }

  /** Takes these bytes if they come next, and nothing otherwise. */
  boolean takeIfNext(byte[] expected) {
    int after = position + expected.length;
    if (after > end || !Arrays.equals(bytes, position, after, expected, 0, expected.length)) {
      return false;
    }
    position = after;
    return true;
  }

  int takeByte() throws DamagedStateException {
    require(1);
    return bytes[position++] & 0xFF;
  }

  long takeLong() throws DamagedStateException {
    require(Long.BYTES);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | (bytes[position++] & 0xFF);
    }
    return value;
  }

  long takeVarint() throws DamagedStateException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = takeByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new DamagedStateException("a number of more than 10 bytes");
  }

  long takeZigzag() throws DamagedStateException {
    long value = takeVarint();
    return value >>> 1 ^ -(value & 1);
  }

  /** A number that fits into an int. */
  int takeZigzagInt() throws DamagedStateException {
    long value = takeZigzag();
    if (value != (int) value) {
      throw new DamagedStateException("a number of " + value + ", expected 32 bits");
    }
    return (int) value;
  }

  /** A count of elements of which each takes at least one byte. */
  int takeCount() throws DamagedStateException {
    return require(takeVarint());
  }

  byte[] takeBytes() throws DamagedStateException {
    int length = require(takeVarint());
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  String takeText() throws DamagedStateException {
    long head = takeVarint();
    int length = require(head >>> 1);
    int start = position;
    position += length;
    return (head & 1) == 0
        ? new String(bytes, start, length, StandardCharsets.UTF_8)
        : utf16(start, length);
  }

  /** Not by a charset: the JDK's decoder replaces half a surrogate pair, which is what is here. */
  private String utf16(int start, int length) throws DamagedStateException {
    if (length % 2 != 0) {
      throw new DamagedStateException("UTF-16 of " + length + " bytes");
    }
    char[] chars = new char[length / 2];
    for (int i = 0; i < chars.length; i++) {
      int at = start + 2 * i;
      chars[i] = (char) (((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF));
    }
    return new String(chars);
  }

  private int require(long more) throws DamagedStateException {
    if (more < 0 || more > end - position) {
      throw new DamagedStateException(
          "a length of " + more + " with " + remaining() + " bytes left");
    }
    return (int) more;
  }
}
