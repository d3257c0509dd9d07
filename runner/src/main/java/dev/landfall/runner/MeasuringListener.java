package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.host.RecoveryReport;
import java.time.Duration;
import java.util.Optional;

/**
 * Reports what a run does as figures, and passes everything on. Called by the run's thread alone;
 * gauges are read by others.
 */
final class MeasuringListener implements RunListener {
  private static final RunProgress NOTHING =
      new RunProgress(0, 0, 0, 0, 0, Optional.empty(), Duration.ZERO, Optional.empty());

  private final RunListener next;
  private final HostTime time;
  private final Metrics.Counter read;
  private final Metrics.Counter written;
  private final Metrics.Counter rejected;
  private final Metrics.Counter committed;
  private final Metrics.Counter failed;
  private final Metrics.Counter restarts;
  private final Metrics.Counter stalls;
  private final Metrics.Timer duration;
  private RunProgress last = NOTHING;

  /** The checkpoint that became durable last, and when. */
  private record Durable(long id, long nanos) {}

  /** What was last told of uncommitted records, and when. */
  private record Waiting(Duration age, long nanos) {}

  private volatile Optional<Durable> durable = Optional.empty();
  private volatile Waiting waiting;

  MeasuringListener(RunListener next, Metrics metrics, HostTime time) {
    this.next = next;
    this.time = time;
    this.waiting = new Waiting(Duration.ZERO, time.nanos());
    this.read = metrics.counter("records.read", "Records read, rejected ones included");
    this.written = metrics.counter("records.written", "Records handed to the sink's writers");
    this.rejected = metrics.counter("records.rejected", "Records that cannot be written");
    this.committed =
        metrics.counter("records.committed", "Records whose checkpoint is durable and committed");
    this.failed = metrics.counter("checkpoint.failed", "Checkpoints that failed");
    this.restarts =
        metrics.counter("restarts", "Restarts from the last durable checkpoint within the process");
    this.stalls =
        metrics.counter("sink.stalls", "Times that a call of the sink was told not to return");
    this.duration =
        metrics.timer(
            "checkpoint.duration.seconds", "From the barrier until the checkpoint is durable");
    metrics.gauge(
        "checkpoint.last.id",
        "The newest durable checkpoint; NaN before the first",
        () -> durable.map(one -> (double) one.id).orElse(Double.NaN));
    metrics.gauge(
        "checkpoint.last.age.seconds",
        "Time since a checkpoint became durable or was restored; NaN before that",
        () -> durable.map(one -> seconds(one.nanos)).orElse(Double.NaN));
    metrics.gauge(
        "uncommitted.oldest.age.seconds",
        "Age of the oldest interval with records that are not committed; 0 if there is none",
        this::oldestUncommitted);
  }

  private double seconds(long sinceNanos) {
    return (time.nanos() - sinceNanos) / 1e9;
  }

  /** Grows between two reports too: a run that hangs reports nothing. */
  private double oldestUncommitted() {
    Waiting told = waiting;
    return told.age.isZero() ? 0 : told.age.toNanos() / 1e9 + seconds(told.nanos);
  }

  @Override
  public void warned(Finding finding) {
    next.warned(finding);
  }

  @Override
  public void opened(Guarantee guarantee, Optional<String> inspection) {
    next.opened(guarantee, inspection);
  }

  @Override
  public void started(
      Generation generation, Optional<Checkpoint> restored, RecoveryReport recovery) {
    last = NOTHING;
    durable = restored.map(one -> new Durable(one.id().value(), time.nanos()));
    committed.add(recovery.restored().records());
    next.started(generation, restored, recovery);
  }

  @Override
  public void checkpointCompleted(CheckpointId id, Duration took) {
    durable = Optional.of(new Durable(id.value(), time.nanos()));
    duration.record(took);
    next.checkpointCompleted(id, took);
  }

  @Override
  public void checkpointFailed(CheckpointId id, String reason) {
    failed.add(1);
    next.checkpointFailed(id, reason);
  }

  @Override
  public void committed(CheckpointId id, long records) {
    committed.add(records);
    next.committed(id, records);
  }

  @Override
  public void rejected(RejectedRecord record) {
    next.rejected(record);
  }

  @Override
  public void progressed(RunProgress progress) {
    read.add(progress.read() - last.read());
    written.add(progress.written() - last.written());
    rejected.add(progress.rejected() - last.rejected());
    waiting = new Waiting(progress.uncommitted(), time.nanos());
    last = progress;
    next.progressed(progress);
  }

  @Override
  public void stalled(Stall stall) {
    stalls.add(1);
    next.stalled(stall);
  }

  @Override
  public void restarting(String reason, int attempt, Duration pause) {
    restarts.add(1);
    next.restarting(reason, attempt, pause);
  }
}
