package dev.landfall.sdk.source;

import java.util.Objects;

/**
 * A source cannot do what it was asked to. The message follows "Cannot <em>verb what</em>:
 * <em>actual</em>, expected <em>bound</em> (<em>remedy</em>)".
 */
public class SourceException extends Exception {
  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Never null: each constructor takes one. */
  @Override
  public String getMessage() {
    return Objects.requireNonNullElse(super.getMessage(), "");
  }
}
