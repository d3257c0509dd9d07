package dev.landfall.sink.s3;

import java.io.IOException;
import java.io.InputStream;

/**
 * Compresses blocks, each into a frame of its own: frames one after the other make a valid file
 * (RFC 1952 section 2.2, RFC 8878 section 3), so blocks can be compressed side by side.
 * Thread-safe.
 */
interface Codec extends AutoCloseable {
  /** What a file's name ends with: {@code .zst}, or nothing. */
  String suffix();

  /** Makes a frame of the first {@code length} bytes; the array is the codec's from then on. */
  byte[] frame(byte[] raw, int length);

  /** Reads frames back, however many. */
  InputStream open(InputStream compressed) throws IOException;

  @Override
  void close();
}
