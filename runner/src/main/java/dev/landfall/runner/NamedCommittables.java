package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.host.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the retained checkpoints count on for one sink; letters, which another sink keeps, are not
 * among it. Immutable, thread-safe.
 *
 * @param sink whose committables are meant
 * @param checkpoints newest first
 */
record NamedCommittables(SinkId sink, List<Checkpoint> checkpoints) {
  /** What an entry of the store is to these checkpoints. */
  PendingEntry compare(StoreEntry entry, Administration administration) throws SinkException {
    List<CheckpointId> naming = new ArrayList<>();
    Optional<Pending> newest = Optional.empty();
    for (Checkpoint checkpoint : checkpoints) {
      Optional<Pending> found = find(checkpoint, entry, administration);
      if (found.isPresent()) {
        naming.add(checkpoint.id());
        newest = newest.or(() -> found);
      }
    }
    return new PendingEntry(entry, PendingEntry.Place.STORE, newest, naming, "");
  }

  private List<Pending> ofSink(Checkpoint checkpoint) {
    return checkpoint.pending().stream()
        .filter(one -> one.committable().interval().writer().sink().equals(sink))
        .toList();
  }

  private Optional<Pending> find(
      Checkpoint checkpoint, StoreEntry entry, Administration administration) throws SinkException {
    for (Pending one : ofSink(checkpoint)) {
      if (administration.isNamedBy(entry, one.committable())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** What a start would commit. */
  List<Pending> ofNewest() {
    return checkpoints.isEmpty() ? List.of() : ofSink(checkpoints.get(0));
  }

  /** The retained checkpoints that hold this committable. */
  List<CheckpointId> holding(Pending pending) {
    return checkpoints.stream()
        .filter(one -> one.committables().contains(pending.committable()))
        .map(Checkpoint::id)
        .toList();
  }
}
