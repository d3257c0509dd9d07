package dev.landfall.conformance.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.RestoredState;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One durable checkpoint. Immutable, thread-safe.
 *
 * @param id its id
 * @param step the index of the step that made it durable
 * @param generation who made it
 * @param positions the next offset of each split
 * @param newest of each writer that ever was, its newest interval
 * @param pending what waits for a commit
 */
record Saved(
    CheckpointId id,
    int step,
    Generation generation,
    Map<String, Long> positions,
    Map<WriterId, IntervalId> newest,
    List<Pending> pending) {
  Saved {
    positions = Map.copyOf(positions);
    newest = bySubtask(newest);
    pending = List.copyOf(pending);
  }

  /** In one order whatever the pipeline is called: equal states are found by their text. */
  private static Map<WriterId, IntervalId> bySubtask(Map<WriterId, IntervalId> newest) {
    Map<WriterId, IntervalId> sorted =
        new TreeMap<>(Comparator.comparing(WriterId::subtask).thenComparing(WriterId::toString));
    sorted.putAll(newest);
    return Collections.unmodifiableMap(sorted);
  }

  RestoredState restored(List<Saved> retained) {
    Set<IntervalId> named = new HashSet<>();
    retained.forEach(
        saved -> saved.pending.forEach(one -> named.add(one.committable().interval())));
    return new RestoredState(
        Optional.of(id), generation, List.copyOf(newest.values()), pending, named);
  }
}
