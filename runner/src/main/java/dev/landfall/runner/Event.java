package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.source.SplitPosition;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the threads of a run tell the coordinator. Immutable, thread-safe. */
sealed interface Event {
  /** A reading thread has sent its barrier; it goes on from these positions. */
  record ReaderAtBarrier(int reader, CheckpointId checkpoint, Map<String, SplitPosition> positions)
      implements Event {}

  /** A writer's part of a checkpoint is safe: so many records were handed to it, some rejected. */
  record WriterAtBarrier(
      int writer, CheckpointId checkpoint, List<Barrier> barriers, long records, long rejected)
      implements Event {}

  /** A reading thread is at the end of its splits for good. */
  record ReaderEnded(int reader) implements Event {}

  /** The source has splits that nobody reads. */
  record SplitsFound(Set<String> splits) implements Event {}

  /** The committer has ended everything that the checkpoint holds. */
  record Committed(CheckpointId checkpoint, CommitReport report) implements Event {}

  /** One of the first rejected records. */
  record Rejected(RejectedRecord record) implements Event {}

  /** Somebody wants the run to end in order. */
  record StopRequested() implements Event {}

  /** A thread failed. */
  record Failed(Throwable cause) implements Event {}
}
