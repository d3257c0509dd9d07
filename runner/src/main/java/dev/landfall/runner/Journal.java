package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.StateException;
import dev.landfall.runner.state.StateOwner;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.SplitPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes a run's checkpoints and lets go of the oldest. Owned by the coordinator. */
final class Journal {
  private final HeldState state;
  private final StateOwner owner;
  private final HostTime time;
  private final int retainedMax;
  private final List<Checkpoint> retained;
  private final Map<String, SplitPosition> positions;
  private CheckpointId next;

  /**
   * Continues a state directory.
   *
   * @param restored positions of the restored checkpoint: of splits that are not there now as well,
   *     so that one that comes back is not read again from its start
   */
  Journal(
      HeldState state,
      StateOwner owner,
      HostTime time,
      int retainedMax,
      Map<String, SplitPosition> restored)
      throws StateException {
    this.state = state;
    this.owner = owner;
    this.time = time;
    this.retainedMax = retainedMax;
    this.retained = new ArrayList<>(state.retained());
    this.positions = new HashMap<>(restored);
    this.next = state.nextId();
  }

  /** The newest durable checkpoint. */
  Optional<CheckpointId> newest() {
    return retained.stream().findFirst().map(Checkpoint::id);
  }

  /** A fresh id; that of a checkpoint which fails is not used again (HO-1). */
  CheckpointId nextId() {
    CheckpointId id = next;
    next = new CheckpointId(id.value() + 1);
    return id;
  }

  /** Makes a checkpoint durable (HO-4). */
  void complete(
      CheckpointId id,
      Map<String, SplitPosition> reached,
      List<IntervalId> newest,
      List<Pending> pending)
      throws StateException {
    Map<String, SplitPosition> all = new HashMap<>(positions);
    all.putAll(reached);
    Checkpoint checkpoint =
        new Checkpoint(id, state.generation(), owner, time.now(), all, newest, pending);
    state.complete(checkpoint);
    positions.putAll(reached);
    retained.add(0, checkpoint);
  }

  /**
   * Deletes the oldest checkpoints.
   *
   * @return the committables that no checkpoint names any more
   */
  List<Committable> retain() throws StateException {
    List<Checkpoint> dropped = state.retain(retainedMax);
    Set<CheckpointId> gone = new HashSet<>();
    dropped.forEach(checkpoint -> gone.add(checkpoint.id()));
    retained.removeIf(checkpoint -> gone.contains(checkpoint.id()));
    Set<IntervalId> named = new HashSet<>();
    retained.forEach(checkpoint -> named.addAll(checkpoint.intervals()));
    return dropped.stream()
        .flatMap(checkpoint -> checkpoint.committables().stream())
        .filter(committable -> !named.contains(committable.interval()))
        .distinct()
        .toList();
  }
}
