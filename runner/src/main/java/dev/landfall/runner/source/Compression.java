package dev.landfall.runner.source;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** How a file is compressed. */
public enum Compression {
  /** By the name: {@code .gz} is gzip, {@code .zst} is zstd, all else is not compressed. */
  AUTO,
  /** Not at all. */
  NONE,
  /** RFC 1952, several members after one another included. */
  GZIP,
  /** RFC 8878, several frames after one another included. */
  ZSTD;

  private static final int INPUT_BUFFER_BYTES = 1 << 16;

  /** What AUTO comes to for a file. */
  Compression of(Path file) {
    if (this != AUTO) {
      return this;
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz")) {
      return GZIP;
    }
    return name.endsWith(".zst") ? ZSTD : NONE;
  }

  /** The bytes that a file holds. */
  InputBytes open(Path file) throws IOException {
    Compression actual = of(file);
    return actual == NONE ? PlainBytes.open(file) : CompressedBytes.open(file, actual);
  }

  InputStream decompress(InputStream stored) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPInputStream(stored, INPUT_BUFFER_BYTES);
      case ZSTD -> new ZstdInputStreamNoFinalizer(stored);
      case AUTO, NONE -> stored;
    };
  }
}
