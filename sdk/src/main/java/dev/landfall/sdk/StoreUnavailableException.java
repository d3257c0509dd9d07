package dev.landfall.sdk;

/**
 * The store does not answer, or asks to come back later: a host may restart from the last durable
 * checkpoint and try again.
 */
public final class StoreUnavailableException extends SinkException {
  public StoreUnavailableException(String message) {
    super(message);
  }

  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
