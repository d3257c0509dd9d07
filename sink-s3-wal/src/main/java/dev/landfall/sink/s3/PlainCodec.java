package dev.landfall.sink.s3;

import java.io.InputStream;
import java.util.Arrays;

/** No compression. Stateless, thread-safe. */
final class PlainCodec implements Codec {
  @Override
  public String suffix() {
    return "";
  }

  @Override
  public byte[] frame(byte[] raw, int length) {
    return Arrays.copyOf(raw, length);
  }

  @Override
  public InputStream open(InputStream compressed) {
    return compressed;
  }

  @Override
  public void close() {}
}
