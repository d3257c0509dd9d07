package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Clears what older generations have staged. One thread at a time. */
final class StagedClearing {
  private final StagedIntervals staged;
  private final Logs logs;

  StagedClearing(StagedIntervals staged, Logs logs) {
    this.staged = staged;
    this.logs = logs;
  }

  /** Deletes what is neither confirmed nor retained; of what is confirmed only the bookkeeping. */
  List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws SinkException, InterruptedException {
    List<String> cleared = new ArrayList<>();
    for (StagedInterval one : staged.all()) {
      IntervalId interval = one.interval();
      if (scope.contains(interval.writer())
          && interval.generation().isOlderThan(current)
          && !retained.contains(interval)) {
        if (logs.of(interval.writer().subtask()).find(interval).isPresent()) {
          one.forget();
        } else {
          cleared.add("staged segment " + interval + ", " + one.discard() + " objects");
        }
      }
    }
    return cleared;
  }
}
