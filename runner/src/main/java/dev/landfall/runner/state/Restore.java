package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which checkpoint a start goes on from. Immutable, thread-safe.
 *
 * @param root the state directory
 * @param stored what it holds, newest first
 */
record Restore(Path root, List<StoredCheckpoint> stored) {
  static Restore of(Path root, List<StoredCheckpoint> stored) {
    return new Restore(root, List.copyOf(stored));
  }

  /**
   * @param asked the one asked for; empty for the newest
   * @param owner whose state it must be
   * @return empty if there is none
   * @throws StateException if it is damaged, foreign or not there
   */
  Optional<Checkpoint> choose(Optional<CheckpointId> asked, StateOwner owner)
      throws StateException {
    Optional<StoredCheckpoint> chosen =
        stored.stream().filter(one -> asked.isEmpty() || one.id().equals(asked.get())).findFirst();
    if (chosen.isEmpty()) {
      requireNotAsked(asked);
      return Optional.empty();
    }
    Checkpoint checkpoint = readable(chosen.get());
    owner.requireSame(checkpoint.owner(), "checkpoint " + checkpoint.id());
    return Optional.of(checkpoint);
  }

  private void requireNotAsked(Optional<CheckpointId> asked) throws StateException {
    if (asked.isPresent()) {
      throw new StateException(
          StateException.Reason.MISSING,
          String.format(
              "Cannot restore checkpoint %s: it is not in '%s', expected one of %s",
              asked.get(), root, stored.stream().map(StoredCheckpoint::id).toList()));
    }
  }

  private Checkpoint readable(StoredCheckpoint chosen) throws StateException {
    try {
      return chosen.read();
    } catch (StateException e) {
      if (isDenied(e)) {
        throw new StateException(
            e.reason(),
            e.getMessage()
                + " (nothing says that it is damaged: let this user read it, and start again)",
            e);
      }
      String remedy =
          stored.stream()
              .filter(one -> one.id().compareTo(chosen.id()) < 0 && isReadable(one))
              .findFirst()
              .map(
                  one ->
                      "start with --from-checkpoint "
                          + one.id()
                          + " to go back on purpose, and with --accept-replay where the store has"
                          + " confirmed more since then: that is written a second time")
              .orElse("no older checkpoint can be read; restore the directory from a copy");
      throw new StateException(e.reason(), e.getMessage() + " (" + remedy + ")", e);
    }
  }

  /** Whether the file may well be whole, and this user is not let to look. */
  static boolean isDenied(StateException e) {
    return e.getCause() instanceof AccessDeniedException;
  }

  static boolean isReadable(StoredCheckpoint stored) {
    try {
      stored.read();
      return true;
    } catch (StateException e) {
      return false;
    }
  }
}
