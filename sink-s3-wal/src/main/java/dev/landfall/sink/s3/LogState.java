package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import java.util.Optional;

/**
 * What the entries of a log up to {@code last} come to. Immutable, thread-safe.
 *
 * @param last the number of the newest entry, 0 for none
 * @param fence the newest fence
 * @param confirmed the newest confirmed interval, by generation and ordinal
 */
record LogState(long last, Optional<LogEntry.Fence> fence, Optional<IntervalId> confirmed) {
  static final LogState EMPTY = new LogState(0, Optional.empty(), Optional.empty());

  LogState with(LogEntry entry) {
    if (entry.number() != last + 1) {
      throw new IllegalStateException("entry " + entry.number() + " does not follow entry " + last);
    }
    if (entry instanceof LogEntry.Fence next) {
      boolean newer = fence.isEmpty() || fence.get().generation().isOlderThan(next.generation());
      return new LogState(entry.number(), newer ? Optional.of(next) : fence, confirmed);
    }
    IntervalId interval = ((LogEntry.Confirmation) entry).interval();
    boolean newer = confirmed.isEmpty() || interval.isAfter(confirmed.get());
    return new LogState(entry.number(), fence, newer ? Optional.of(interval) : confirmed);
  }
}
