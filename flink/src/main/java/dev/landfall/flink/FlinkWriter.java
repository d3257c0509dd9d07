package dev.landfall.flink;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.Barrier;
import dev.landfall.sdk.host.WriterDriver;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Drives one writer between Flink's calls. One thread at a time: Flink's mailbox. */
final class FlinkWriter<T>
    implements CommittingSinkWriter<T, SinkWork>, StatefulSinkWriter<T, WriterState> {
  private final OpenedSink opened;
  private final WriterScope scope;
  private final Generation generation;
  private final RecordConverter<T> converter;
  private final Rejections rejections;
  private final SendFigures figures;
  private final Unconfirmed unconfirmed;
  private final WriterDriver driver;

  /**
   * Until the first prepare: whoever was there before has to be fenced once its checkpoint is
   * complete. An idempotent sink has nothing to fence.
   */
  private boolean noticeDue;

  private Optional<WriterState> state = Optional.empty();

  private FlinkWriter(
      Start<T> start, OpenedSink opened, Generation generation, Unconfirmed unconfirmed)
      throws SinkException, InterruptedException {
    this.opened = opened;
    this.scope = start.scope;
    this.generation = generation;
    this.converter = start.converter;
    this.rejections = start.rejections;
    this.figures = start.figures;
    this.unconfirmed = unconfirmed;
    this.noticeDue = !(opened.sink() instanceof IdempotentSink);
    this.driver =
        WriterDriver.open(
            opened.sink(), scope.writer(), generation, rejections, opened.log(), Runnable::run);
  }

  static <T> FlinkWriter<T> open(
      SinkSpec spec,
      JobTerms job,
      RecordConverter<T> converter,
      WriterInitContext context,
      Collection<WriterState> states)
      throws IOException {
    try {
      return Start.of(spec, converter, context).open(spec, job, context, states);
    } catch (SinkException e) {
      throw Failures.starting(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting a writer of " + spec.id(), e);
    }
  }

  /** What is there before the sink is opened. */
  private record Start<T>(
      WriterScope scope, RecordConverter<T> converter, SendFigures figures, Rejections rejections) {
    static <T> Start<T> of(SinkSpec spec, RecordConverter<T> converter, WriterInitContext context) {
      SendFigures figures = new SendFigures(context.metricGroup(), HostTime.system());
      WriterScope scope =
          new WriterScope(
              spec.id(),
              context.getTaskInfo().getIndexOfThisSubtask(),
              context.getTaskInfo().getNumberOfParallelSubtasks());
      return new Start<>(
          scope, converter, figures, new Rejections(spec.rejected(), figures::rejected));
    }

    FlinkWriter<T> open(
        SinkSpec spec, JobTerms job, WriterInitContext context, Collection<WriterState> states)
        throws SinkException, InterruptedException {
      boolean restored = context.getRestoredCheckpointId().isPresent();
      boolean first = !restored && context.getTaskInfo().getAttemptNumber() == 0;
      OpenedSink opened =
          OpenedSink.open(
              spec,
              context.getUserCodeClassLoader().asClassLoader(),
              InstanceToken.next(context),
              new FlinkMetrics(context.metricGroup()),
              rejections.atCommit());
      try {
        new Preflight(spec, job, scope.parallelism())
            .check(opened.sink(), first ? Preflight.Attempt.FIRST : Preflight.Attempt.LATER);
        Restore.Origin origin = restored ? Restore.Origin.RESTORED : Restore.Origin.FRESH;
        Generation generation = new Restore(opened, scope, states, origin).run(spec.replay());
        return open(opened, generation);
      } catch (SinkException | InterruptedException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    private FlinkWriter<T> open(OpenedSink opened, Generation generation)
        throws SinkException, InterruptedException {
      Unconfirmed unconfirmed = Unconfirmed.of(opened, scope);
      try {
        return new FlinkWriter<>(this, opened, generation, unconfirmed);
      } catch (SinkException | InterruptedException | RuntimeException e) {
        unconfirmed.close();
        throw e;
      }
    }
  }

  @Override
  public void write(T element, Context context) throws IOException, InterruptedException {
    Long timestamp = context.timestamp();
    try {
      driver.write(
          converter.convert(element, timestamp == null ? SinkRecord.NO_TIMESTAMP : timestamp));
      rejections.requireNone();
      figures.sent();
    } catch (SinkException e) {
      throw Failures.running(scope.sink(), e);
    }
  }

  @Override
  public void flush(boolean endOfInput) {
    // prepareCommit follows, and the barrier there makes everything durable; without checkpoints it
    // follows once, at the end.
  }

  @Override
  public Collection<SinkWork> prepareCommit() throws IOException, InterruptedException {
    List<SinkWork> work = new ArrayList<>(2);
    try {
      Barrier barrier = barrier();
      if (barrier.committable().isPresent()) {
        unconfirmed.add(barrier.committable().get());
        work.add(new SinkWork(scope, generation, instance(), barrier.committable()));
      }
      state = Optional.of(new WriterState(barrier.interval(), unconfirmed.list()));
    } catch (SinkException e) {
      throw Failures.running(scope.sink(), e);
    }
    if (noticeDue) {
      noticeDue = false;
      work.add(new SinkWork(scope, generation, instance(), Optional.empty()));
    }
    return work;
  }

  private Barrier barrier() throws SinkException, IOException, InterruptedException {
    long begun = figures.begun();
    try {
      Barrier barrier = driver.barrier().join();
      rejections.requireNone();
      figures.prepared(begun);
      return barrier;
    } catch (CompletionException e) {
      if (e.getCause() instanceof SinkException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    }
  }

  private String instance() {
    return opened.context().instance();
  }

  @Override
  public List<WriterState> snapshotState(long checkpointId) {
    // After the end of input a snapshot may come without a prepare: the last state is still true.
    return state.map(List::of).orElse(List.of());
  }

  @Override
  public void close() {
    driver.close();
    unconfirmed.close();
    opened.close();
  }
}
