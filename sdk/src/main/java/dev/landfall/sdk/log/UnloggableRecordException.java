package dev.landfall.sdk.log;

import java.io.IOException;

/**
 * One record that no segment can hold: too long, or nested too deeply. Nothing of it was appended,
 * and the segment goes on without it, so a host may reject it by name (SI-8). The message tells the
 * record's position and the bound, not its content.
 */
public final class UnloggableRecordException extends IOException {
  public UnloggableRecordException(String message) {
    super(message);
  }
}
