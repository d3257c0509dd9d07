package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What writers have given and no outcome has ended (HO-5, HO-6): a failed checkpoint takes nothing
 * out of it. Owned by the coordinator.
 */
final class Ledger {
  private final Map<WriterId, IntervalId> newest = new TreeMap<>();
  private final List<Committable> fresh = new ArrayList<>();
  private final List<Pending> bound = new ArrayList<>();
  private long freshRecords;
  private boolean named;

  /**
   * Continues a checkpoint.
   *
   * @param restored its newest intervals
   * @param named whether it names committables; all of them have ended meanwhile
   */
  Ledger(List<IntervalId> restored, boolean named) {
    restored.forEach(interval -> newest.put(interval.writer(), interval));
    this.named = named;
  }

  /**
   * Takes a writer's part, of a checkpoint under way or of one that has failed meanwhile.
   *
   * @param barriers of the sink and of the dead letters, where there are any
   */
  void add(List<Barrier> barriers, long records) {
    for (Barrier barrier : barriers) {
      newest.put(barrier.interval().writer(), barrier.interval());
      barrier.committable().ifPresent(fresh::add);
    }
    freshRecords += records;
  }

  /** Per writer the newest interval, writers of earlier runs included (HO-15). */
  List<IntervalId> newest() {
    return List.copyOf(newest.values());
  }

  /** Everything pending, as checkpoint {@code id} would hold it. */
  List<Pending> pending(CheckpointId id) {
    List<Pending> all = new ArrayList<>(bound);
    fresh.forEach(committable -> all.add(new Pending(Optional.of(id), committable)));
    return all;
  }

  /**
   * Says that checkpoint {@code id} is durable.
   *
   * @return the records that it covers and no earlier one did
   */
  long completed(CheckpointId id) {
    List<Pending> all = pending(id);
    bound.clear();
    bound.addAll(all);
    fresh.clear();
    named = !bound.isEmpty();
    long records = freshRecords;
    freshRecords = 0;
    return records;
  }

  /** Whether the newest durable checkpoint names committables, ended or not. */
  boolean isNamed() {
    return named;
  }

  /** Says that everything bound to a durable checkpoint has ended well. */
  void committed() {
    bound.clear();
  }
}
