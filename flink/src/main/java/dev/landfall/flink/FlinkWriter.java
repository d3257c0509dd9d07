package dev.landfall.flink;

import dev.landfall.sdk.Generation;
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
  private final FailOnRejected rejected;
  private final WriterDriver driver;

  /**
   * Until the first prepare: whoever was there before has to be fenced once its checkpoint is
   * complete.
   */
  private boolean noticeDue = true;

  private Optional<WriterState> state = Optional.empty();

  private FlinkWriter(
      OpenedSink opened,
      WriterScope scope,
      Generation generation,
      RecordConverter<T> converter,
      FailOnRejected rejected,
      WriterDriver driver) {
    this.opened = opened;
    this.scope = scope;
    this.generation = generation;
    this.converter = converter;
    this.rejected = rejected;
    this.driver = driver;
  }

  static <T> FlinkWriter<T> open(
      SinkSpec spec,
      RecordConverter<T> converter,
      WriterInitContext context,
      Collection<WriterState> states)
      throws IOException {
    WriterScope scope =
        new WriterScope(
            spec.id(),
            context.getTaskInfo().getIndexOfThisSubtask(),
            context.getTaskInfo().getNumberOfParallelSubtasks());
    try {
      Restore.Origin origin =
          context.getRestoredCheckpointId().isPresent()
              ? Restore.Origin.RESTORED
              : Restore.Origin.FRESH;
      return open(spec, converter, scope, instance(context), states, origin);
    } catch (SinkException e) {
      throw Failures.toFlink(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while restoring " + scope, e);
    }
  }

  /** No other attempt of any job has the same. */
  private static String instance(WriterInitContext context) {
    return context.getJobInfo().getJobId()
        + "-"
        + context.getTaskInfo().getIndexOfThisSubtask()
        + "-"
        + context.getTaskInfo().getAttemptNumber()
        + "-"
        + context.getRestoredCheckpointId().orElse(0);
  }

  private static <T> FlinkWriter<T> open(
      SinkSpec spec,
      RecordConverter<T> converter,
      WriterScope scope,
      String instance,
      Collection<WriterState> states,
      Restore.Origin origin)
      throws SinkException, InterruptedException {
    FailOnRejected rejected = new FailOnRejected();
    OpenedSink opened = OpenedSink.open(spec, instance, rejected);
    try {
      Generation generation = new Restore(opened, scope, states, origin).run(spec.replay());
      WriterDriver driver =
          WriterDriver.open(
              opened.sink(), scope.writer(), generation, rejected, opened.log(), Runnable::run);
      return new FlinkWriter<>(opened, scope, generation, converter, rejected, driver);
    } catch (SinkException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  @Override
  public void write(T element, Context context) throws IOException, InterruptedException {
    Long timestamp = context.timestamp();
    try {
      driver.write(
          converter.convert(element, timestamp == null ? SinkRecord.NO_TIMESTAMP : timestamp));
      rejected.requireNone();
    } catch (SinkException e) {
      throw Failures.toFlink(e);
    }
  }

  @Override
  public void flush(boolean endOfInput) {
    // prepareCommit follows, and the barrier there makes everything durable; without checkpoints it
    // follows once, at the end.
  }

  @Override
  public Collection<SinkWork> prepareCommit() throws IOException, InterruptedException {
    Barrier barrier = barrier();
    List<SinkWork> work = new ArrayList<>(2);
    barrier
        .committable()
        .ifPresent(
            one ->
                work.add(
                    new SinkWork(
                        scope, generation, opened.context().instance(), Optional.of(one))));
    if (noticeDue) {
      noticeDue = false;
      work.add(new SinkWork(scope, generation, opened.context().instance(), Optional.empty()));
    }
    state =
        Optional.of(
            new WriterState(
                barrier.interval(), barrier.committable().map(List::of).orElse(List.of())));
    return work;
  }

  private Barrier barrier() throws IOException, InterruptedException {
    try {
      Barrier barrier = driver.barrier().join();
      rejected.requireNone();
      return barrier;
    } catch (CompletionException e) {
      throw e.getCause() instanceof SinkException cause
          ? Failures.toFlink(cause)
          : new IOException(e.getCause());
    } catch (SinkException e) {
      throw Failures.toFlink(e);
    }
  }

  @Override
  public List<WriterState> snapshotState(long checkpointId) {
    // After the end of input a snapshot may come without a prepare: the last state is still true.
    return state.map(List::of).orElse(List.of());
  }

  @Override
  public void close() {
    driver.close();
    opened.close();
  }
}
