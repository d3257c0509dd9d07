package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.host.RecoveryReport;
import java.time.Duration;
import java.util.Optional;

/**
 * Is told what a run does. Called by one thread at a time, and the run waits for it: return soon.
 */
public interface RunListener {
  /** Listens to nothing. */
  RunListener NONE = new RunListener() {};

  /** Something that preflight found and that does not keep the pipeline from starting. */
  default void warned(Finding finding) {}

  /**
   * Source and sink can give what is asked for, and miss nothing.
   *
   * @param guarantee what a reader of the sink may observe
   * @param inspection how a person looks at what is written, where the sink tells
   */
  default void opened(Guarantee guarantee, Optional<String> inspection) {}

  /** The state is taken, recovery is done, reading begins. */
  default void started(
      Generation generation, Optional<Checkpoint> restored, RecoveryReport recovery) {}

  /** A checkpoint is durable. */
  default void checkpointCompleted(CheckpointId id, Duration took) {}

  /** A checkpoint failed; its records stay for the next one (HO-6). */
  default void checkpointFailed(CheckpointId id, String reason) {}

  /** What the checkpoint holds is committed. */
  default void committed(CheckpointId id, long records) {}

  /** One of the first records that cannot be written. */
  default void rejected(RejectedRecord record) {}

  /** A few times a second. */
  default void progressed(RunProgress progress) {}

  /** A call of the sink does not return; told again whenever that has lasted twice as long. */
  default void stalled(Stall stall) {}

  /** The run starts again from the last durable checkpoint. */
  default void restarting(String reason, int attempt, Duration pause) {}
}
