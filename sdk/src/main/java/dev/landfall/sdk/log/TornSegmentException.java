package dev.landfall.sdk.log;

import java.io.IOException;
import java.util.Objects;

/**
 * A segment is not what was sealed: torn, short, changed or gone (W-4). The message names segment,
 * place and what was expected.
 */
public final class TornSegmentException extends IOException {
  public TornSegmentException(String message) {
    super(message);
  }

  public TornSegmentException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Never null: each constructor takes one. */
  @Override
  public String getMessage() {
    return Objects.requireNonNullElse(super.getMessage(), "");
  }
}
