package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.io.IOException;
import java.io.InterruptedIOException;

/** Tells store errors the way a log tells its own. Stateless, thread-safe. */
final class StoreCalls {
  private StoreCalls() {}

  /** Something asked of the store. */
  interface Call<T> {
    T run() throws SinkException, InterruptedException, IOException;
  }

  static <T> T asIo(Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (SinkException e) {
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      // A log throws IOException only; the flag carries the interruption on.
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted: " + e);
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
