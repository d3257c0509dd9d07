package dev.landfall.sdk;

/**
 * A newer generation has taken over (W-6, T-8): this instance must end, and must not be started
 * again by itself.
 */
public final class FencedException extends SinkException {
  public FencedException(String message) {
    super(message);
  }

  public FencedException(String message, Throwable cause) {
    super(message, cause);
  }
}
