package dev.landfall.sdk.source;

/**
 * What is read does not answer now: a host may restart from the last durable checkpoint and try
 * again.
 */
public final class SourceUnavailableException extends SourceException {
  public SourceUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
