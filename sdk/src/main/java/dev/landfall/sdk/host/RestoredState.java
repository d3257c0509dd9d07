package dev.landfall.sdk.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a restored checkpoint says about a sink, as recovery needs it. Immutable, thread-safe.
 *
 * @param checkpoint which one was restored; empty at the first start
 * @param generation the newest generation that the checkpoint knows
 * @param newest for each writer the newest interval that is part of the checkpoint
 * @param pending the committables that the checkpoint holds
 * @param retained the intervals that any retained checkpoint names: their log segments must stay
 */
public record RestoredState(
    Optional<CheckpointId> checkpoint,
    Generation generation,
    List<IntervalId> newest,
    List<Pending> pending,
    Set<IntervalId> retained) {
  /** The first start, or a lost state directory. */
  public static final RestoredState NONE =
      new RestoredState(Optional.empty(), Generation.NONE, List.of(), List.of(), Set.of());

  public RestoredState {
    newest = List.copyOf(newest);
    pending = List.copyOf(pending);
    retained = Set.copyOf(retained);
  }

  /** Whether the store has confirmed something that this state does not know of (HO-15). */
  boolean isBehind(IntervalId confirmed) {
    return newest.stream()
        .filter(known -> known.writer().equals(confirmed.writer()))
        .findAny()
        .map(confirmed::isAfter)
        // A writer without an entry took no part in this generation: parallelism was lower, or the
        // state is older than the writer.
        .orElseGet(() -> !confirmed.generation().isOlderThan(generation));
  }
}
