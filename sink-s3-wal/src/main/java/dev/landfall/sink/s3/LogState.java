package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the entries of a log up to {@code last} come to. Immutable, thread-safe.
 *
 * @param last the number of the newest entry, 0 for none
 * @param fences those that no later one includes, oldest first: with each change of parallelism a
 *     fence speaks for other writers than the one before
 * @param confirmed the newest confirmed interval, by generation and ordinal
 */
record LogState(long last, List<LogEntry.Fence> fences, Optional<IntervalId> confirmed) {
  static final LogState EMPTY = new LogState(0, List.of(), Optional.empty());

  LogState {
    fences = List.copyOf(fences);
  }

  LogState with(LogEntry entry) {
    if (entry.number() != last + 1) {
      throw new IllegalStateException("entry " + entry.number() + " does not follow entry " + last);
    }
    if (entry instanceof LogEntry.Fence next) {
      return new LogState(entry.number(), and(next), confirmed);
    }
    IntervalId interval = ((LogEntry.Confirmation) entry).interval();
    boolean newer = confirmed.isEmpty() || interval.isAfter(confirmed.get());
    return new LogState(entry.number(), fences, newer ? Optional.of(interval) : confirmed);
  }

  private List<LogEntry.Fence> and(LogEntry.Fence next) {
    List<LogEntry.Fence> all = new ArrayList<>(fences);
    all.removeIf(next::includes);
    all.add(next);
    return all;
  }

  /** The fence of the newest generation; of several, the last. */
  Optional<LogEntry.Fence> newestFence() {
    return fences.stream()
        .reduce((one, next) -> next.generation().isOlderThan(one.generation()) ? one : next);
  }

  /** The newest generation that has taken over a writer of {@code scope}. */
  Generation fenced(WriterScope scope) {
    return fences.stream()
        .filter(fence -> fence.scope().overlaps(scope))
        .map(LogEntry.Fence::generation)
        .reduce(Generation.NONE, Generation::max);
  }
}
