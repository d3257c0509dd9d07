package dev.landfall.runner;

import dev.landfall.sdk.record.SourcePosition;
import java.util.Optional;

/**
 * A record that cannot be written (SI-8). Immutable, thread-safe.
 *
 * @param position where it stands in the source
 * @param reason why, and how to mend it
 * @param raw the text as it stands there, where the source could not read it
 */
public record RejectedRecord(SourcePosition position, String reason, Optional<String> raw) {
  @Override
  public String toString() {
    return position + ": " + reason;
  }
}
