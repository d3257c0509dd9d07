package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.log.SegmentStore;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A sink of the pipeline with what recovery needs. Immutable.
 *
 * @param sink open
 * @param id under which it names everything
 * @param log where segments live, for a write-ahead sink
 * @param committer open
 */
record OpenedSink(Sink sink, SinkId id, Optional<SegmentStore> log, CommitterDriver committer) {
  /** A recovery of all its writers. */
  Recovery recovery(int parallelism, Optional<Checkpoint> checkpoint, List<Checkpoint> retained)
      throws SinkException, InterruptedException {
    List<WriterScope> scopes =
        IntStream.range(0, parallelism)
            .mapToObj(subtask -> new WriterScope(id, subtask, parallelism))
            .toList();
    return Recovery.of(sink, scopes, restored(checkpoint, retained), committer, log);
  }

  /** This sink's part of a checkpoint. */
  private RestoredState restored(Optional<Checkpoint> checkpoint, List<Checkpoint> retained) {
    Set<IntervalId> named = new HashSet<>();
    retained.forEach(one -> named.addAll(one.intervals()));
    return checkpoint
        .map(
            one ->
                new RestoredState(
                    Optional.of(one.id()),
                    one.generation(),
                    one.newest().stream().filter(this::isOurs).toList(),
                    one.pending().stream().filter(this::isOurs).toList(),
                    named))
        .orElse(RestoredState.NONE);
  }

  private boolean isOurs(Pending pending) {
    return isOurs(pending.committable().interval());
  }

  private boolean isOurs(IntervalId interval) {
    return interval.writer().sink().equals(id);
  }
}
