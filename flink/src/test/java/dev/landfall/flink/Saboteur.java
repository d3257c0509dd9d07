package dev.landfall.flink;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/** A task beside the sink that makes a checkpoint fail after the sink has prepared for it. */
final class Saboteur extends RichMapFunction<Long, Long> implements CheckpointedFunction {
  static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(1);
  private static final long serialVersionUID = 1;

  private final int writers;

  Saboteur(int writers) {
    this.writers = writers;
  }

  @Override
  public Long map(Long value) {
    return value;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    long checkpoint = context.getCheckpointId();
    if (Faults.due(Fault.ANOTHER_TASK_FAILS_AFTER_PREPARE, checkpoint)) {
      Faults.awaitSnapshots(checkpoint, writers);
      Faults.fail(Fault.ANOTHER_TASK_FAILS_AFTER_PREPARE);
    }
    if (Faults.due(Fault.CHECKPOINT_EXPIRES, checkpoint)) {
      Faults.awaitSnapshots(checkpoint, writers);
      outlast(CHECKPOINT_TIMEOUT.plusMillis(300));
    }
  }

  private static void outlast(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    // Nothing is kept.
  }
}
