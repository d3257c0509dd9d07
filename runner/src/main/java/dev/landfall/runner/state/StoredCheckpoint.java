package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A checkpoint's file, not yet read. Immutable, thread-safe.
 *
 * @param id by its name
 * @param generation of the host that completed it
 * @param file where it is
 */
public record StoredCheckpoint(CheckpointId id, Generation generation, Path file) {
  /** No checkpoint is longer: it names what is prepared, it does not carry it. */
  static final long MAX_BYTES = 1L << 30;

  /**
   * Reads and verifies it.
   *
   * @throws StateException if it is damaged, or is not the one that its name says
   */
  public Checkpoint read() throws StateException {
    Checkpoint checkpoint = CheckpointFile.decode(bytes(), name());
    if (!checkpoint.id().equals(id)) {
      throw CheckpointFile.damaged(
          name(), "holds checkpoint", checkpoint.id(), "the one that its name says");
    }
    return checkpoint;
  }

  /** Whether it is still there; a running pipeline deletes old ones. */
  boolean isThere() {
    return Files.exists(file);
  }

  private byte[] bytes() throws StateException {
    try {
      long size = Files.size(file);
      if (size > MAX_BYTES) {
        throw CheckpointFile.damaged(name(), "length", size, "at most " + MAX_BYTES + " bytes");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new StateException(
          StateException.Reason.DAMAGED, "Cannot read " + name() + ": " + e, e);
    }
  }

  private String name() {
    return "checkpoint " + id + " (" + file + ")";
  }
}
