package dev.landfall.sink.s3;

import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;

/** Tells a failing file system as a store that does not answer. Stateless, thread-safe. */
final class FileErrors {
  private FileErrors() {}

  /** Something done to files. */
  interface Action<T> {
    T run() throws IOException;
  }

  static <T> T translate(String what, Action<T> action)
      throws StoreUnavailableException, InterruptedException {
    try {
      return action.run();
    } catch (ClosedByInterruptException e) {
      // The channel was closed because the flag was set; the exception takes the flag's place.
      Thread.interrupted();
      InterruptedException interrupted = new InterruptedException("interrupted: " + what);
      interrupted.initCause(e);
      throw interrupted;
    } catch (IOException | UncheckedIOException e) {
      throw new StoreUnavailableException("Cannot " + what + ": " + e, e);
    }
  }
}
