package dev.landfall.sdk;

import java.util.Objects;

/**
 * A sink cannot do what it was asked to. The message follows "Cannot <em>verb what</em>:
 * <em>actual</em>, expected <em>bound</em> (<em>remedy</em>)" and holds no secret (SI-9).
 *
 * <p>A plain {@code SinkException} is final for this process: starting again changes nothing until
 * a person has acted.
 */
public class SinkException extends Exception {
  public SinkException(String message) {
    super(message);
  }

  public SinkException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Never null: each constructor takes one. */
  @Override
  public String getMessage() {
    return Objects.requireNonNullElse(super.getMessage(), "");
  }
}
