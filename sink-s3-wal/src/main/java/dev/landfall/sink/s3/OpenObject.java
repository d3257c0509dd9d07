package dev.landfall.sink.s3;

import java.io.IOException;
import java.io.InputStream;

/** An object that is being read. Owned by the caller; one thread at a time. */
record OpenObject(InputStream stream, String etag) implements AutoCloseable {
  @Override
  public void close() throws IOException {
    stream.close();
  }
}
