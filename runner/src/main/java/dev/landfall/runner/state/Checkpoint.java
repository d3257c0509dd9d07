package dev.landfall.runner.state;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.SplitPosition;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One consistent cut: source positions and what is to be committed for the records before them
 * (HO-2, HO-4). Immutable, thread-safe.
 *
 * @param id greater than every earlier one of this state directory (HO-1)
 * @param generation of the host that took it
 * @param owner whose state it is
 * @param taken when, by the wall clock: for people, nothing is decided by it
 * @param positions where each split goes on
 * @param newest per writer the newest interval in it, writers of earlier runs included (HO-15)
 * @param pending what no outcome had ended when it was taken (HO-5)
 */
public record Checkpoint(
    CheckpointId id,
    Generation generation,
    StateOwner owner,
    Instant taken,
    Map<String, SplitPosition> positions,
    List<IntervalId> newest,
    List<Pending> pending) {
  public Checkpoint {
    positions = Collections.unmodifiableMap(new TreeMap<>(positions));
    newest = List.copyOf(newest);
    pending = List.copyOf(pending);
  }

  /** The committables that it names. */
  public List<Committable> committables() {
    return pending.stream().map(Pending::committable).toList();
  }

  /** The intervals whose committables it names: their log segments must stay. */
  public Set<IntervalId> intervals() {
    return pending.stream()
        .map(one -> one.committable().interval())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The same cut without one of its committables, whose records are given up for lost. */
  public Checkpoint without(Pending lost) {
    return new Checkpoint(
        id,
        generation,
        owner,
        taken,
        positions,
        newest,
        pending.stream().filter(one -> !one.equals(lost)).toList());
  }

  /** The same cut under another id, taken on by another generation. */
  public Checkpoint continued(CheckpointId newId, Generation by, Instant at) {
    return new Checkpoint(newId, by, owner, at, positions, newest, pending);
  }
}
