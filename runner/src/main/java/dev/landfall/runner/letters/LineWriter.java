package dev.landfall.runner.letters;

import dev.landfall.sdk.CheckpointId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Puts the checkpoint, which nobody knew when a record was rejected, before a letter, and a line's
 * end behind it. Immutable, thread-safe.
 */
final class LineWriter {
  private final byte[] prefix;

  LineWriter(Optional<CheckpointId> checkpoint) {
    this.prefix =
        checkpoint
            .map(id -> "{\"checkpoint\":" + id + ",")
            .orElse("{")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /** The whole line of a letter, which begins with a brace of its own. */
  byte[] line(byte[] letter) {
    return ByteBuffer.allocate(prefix.length + letter.length)
        .put(prefix)
        .put(letter, 1, letter.length - 1)
        .put((byte) '\n')
        .array();
  }
}
