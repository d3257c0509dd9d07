package dev.landfall.sdk;

import java.io.IOException;

/**
 * Stored bytes are not what was written, or were written by a newer release. The message tells
 * what, at which byte, what was expected, and the remedy; nothing was read from them.
 */
public final class DamagedStateException extends IOException {
  public DamagedStateException(String message) {
    super(message);
  }

  public DamagedStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
