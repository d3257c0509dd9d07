package dev.landfall.stores;

/**
 * A store cannot be had on this machine: a download, a library or a program is missing. The message
 * names the remedy. A test is skipped with it ({@link dev.landfall.stores.junit.RealStores}).
 * Immutable, thread-safe.
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  StoreUnavailableException(String message) {
    super(message);
  }

  StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
