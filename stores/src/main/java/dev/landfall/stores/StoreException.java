package dev.landfall.stores;

import org.jspecify.annotations.Nullable;

/**
 * A store that was to be had did not do what it was told: it ended, or a bound on a wait passed.
 * The message ends with the last lines of the server's log. A test must fail on it. Immutable,
 * thread-safe.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
