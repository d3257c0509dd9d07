package dev.landfall.sink.s3;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Gzip members without a time in them, so that the same block gives the same bytes. Thread-safe.
 */
final class GzipCodec implements Codec {
  private final int level;

  GzipCodec(int level) {
    this.level = level;
  }

  @Override
  public String suffix() {
    return ".gz";
  }

  @Override
  public byte[] frame(byte[] raw, int length) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream(length / 3 + 64);
    try (OutputStream gzip = new LevelledGzip(frame, level)) {
      gzip.write(raw, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return frame.toByteArray();
  }

  @Override
  public InputStream open(InputStream compressed) throws IOException {
    return new GZIPInputStream(new NeverExhausted(compressed));
  }

  @Override
  public void close() {}

  /**
   * The JDK looks for another member only while bytes are available, which a socket denies between
   * two packets; asked for more, it meets the real end and stops there.
   */
  private static final class NeverExhausted extends FilterInputStream {
    NeverExhausted(InputStream stream) {
      super(stream);
    }

    @Override
    public int available() {
      return 1;
    }
  }

  /** Only a subclass may set the level. */
  private static final class LevelledGzip extends GZIPOutputStream {
    LevelledGzip(OutputStream to, int level) throws IOException {
      super(to, 1 << 14);
      def.setLevel(level);
    }
  }
}
