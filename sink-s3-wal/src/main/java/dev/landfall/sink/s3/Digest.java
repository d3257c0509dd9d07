package dev.landfall.sink.s3;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32C;

/** Length and CRC-32C of some bytes. Immutable, thread-safe. */
record Digest(long bytes, int crc32c) {
  static Digest of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  static Digest of(byte[] bytes, int offset, int length) {
    Accumulator accumulator = new Accumulator();
    accumulator.add(bytes, offset, length);
    return accumulator.digest();
  }

  /** Reads the stream to its end. */
  static Digest of(InputStream stream) throws IOException {
    Accumulator accumulator = new Accumulator();
    byte[] buffer = new byte[1 << 16];
    for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
      accumulator.add(buffer, 0, n);
    }
    return accumulator.digest();
  }

  /** Eight hexadecimal digits. */
  String hex() {
    return String.format("%08x", crc32c);
  }

  @Override
  public String toString() {
    return bytes + " bytes, CRC-32C " + hex();
  }

  /** Takes bytes as they come. One thread at a time. */
  static final class Accumulator {
    private final CRC32C crc = new CRC32C();
    private long bytes;

    void add(byte[] from, int offset, int length) {
      crc.update(from, offset, length);
      bytes += length;
    }

    Digest digest() {
      return new Digest(bytes, (int) crc.getValue());
    }
  }
}
