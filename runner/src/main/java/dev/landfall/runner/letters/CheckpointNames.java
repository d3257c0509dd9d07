package dev.landfall.runner.letters;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which checkpoint holds an interval, as the committables say that are being committed: the same
 * after every restart. Thread-safe.
 */
final class CheckpointNames {
  private volatile Map<IntervalId, CheckpointId> known = Map.of();

  /** Replaces what was known: bounded by what is pending. */
  void learn(List<Pending> pending) {
    Map<IntervalId, CheckpointId> learnt = new HashMap<>();
    for (Pending one : pending) {
      one.checkpoint().ifPresent(id -> learnt.put(one.committable().interval(), id));
    }
    known = learnt;
  }

  Optional<CheckpointId> of(IntervalId interval) {
    return Optional.ofNullable(known.get(interval));
  }
}
