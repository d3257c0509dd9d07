package dev.landfall.flink.conformance;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.Sink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Flink sink as the suite's host drives it: each call becomes what Flink does to its operators at
 * that moment. One thread at a time.
 *
 * <pre>
 * prepare   the barrier passes writer and committer; the committable carries the snapshots of both
 * commit    the checkpoint is complete; after a restart, the committer starts from its snapshot
 * fence     the writer starts, from its snapshot if there is one
 * abort     nothing: Flink does not tell a sink that a checkpoint was declined
 * </pre>
 *
 * <p>An operator that throws ends its task, and all later calls fail: Flink would restart the job,
 * and so does the host.
 */
final class HostedSink implements TwoPhaseCommitSink {
  private static final Logger LOG = LoggerFactory.getLogger(HostedSink.class);
  private static final int VERSION = 1;

  private final FlinkSink subject;
  private final Sink<SinkRecord> sink;
  private final SinkContext context;
  private final Map<Integer, Subtask<?>> subtasks = new TreeMap<>();
  private int parallelism = 1;

  HostedSink(FlinkSink subject, Sink<SinkRecord> sink, SinkContext context) {
    this.subject = subject;
    this.sink = sink;
    this.context = context;
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "as committed",
        List.of("checkpoints in mode EXACTLY_ONCE"),
        subject.declared());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    parallelism = terms.parallelism();
    return List.of();
  }

  private Subtask<?> subtask(int number) {
    return subtasks.computeIfAbsent(
        number, missing -> Subtask.of(sink, context.sink(), missing, parallelism));
  }

  /** What a task does, and what becomes of the job when it throws. */
  @FunctionalInterface
  private interface TaskWork<R> {
    R run() throws Exception;
  }

  private static <R> R inTask(TaskWork<R> work) throws SinkException, InterruptedException {
    try {
      return work.run();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      if (cause(e, FencedException.class).isPresent()) {
        throw new FencedException(String.valueOf(e.getMessage()));
      }
      LOG.warn("A task failed", e);
      throw new SinkException("the task failed: " + e, e);
    }
  }

  private static <E extends Throwable> Optional<E> cause(Throwable thrown, Class<E> type) {
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      if (type.isInstance(one)) {
        return Optional.of(type.cast(one));
      }
    }
    return Optional.empty();
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected) {
    return new Writer(subtask(id.subtask()));
  }

  private static final class Writer implements TransactionWriter {
    private final Subtask<?> subtask;
    private IntervalId interval;
    private long records;

    Writer(Subtask<?> subtask) {
      this.subtask = subtask;
    }

    @Override
    public void begin(IntervalId begun) {
      interval = begun;
      records = 0;
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      inTask(
          () -> {
            subtask.write(record);
            return true;
          });
      records++;
    }

    @Override
    public Optional<Committable> prepare() throws SinkException, InterruptedException {
      Snapshots taken = inTask(subtask::barrier);
      return Optional.of(
          Committable.of(
              interval, VERSION, taken.encoded(), records, "checkpoint " + taken.checkpoint()));
    }

    @Override
    public void abort() {
      // Flink does not tell.
    }

    @Override
    public void close() {
      subtask.close();
    }
  }

  @Override
  public Committer committer() {
    return new Committer() {
      @Override
      public CommitOutcome commit(Committable committable)
          throws SinkException, InterruptedException {
        Snapshots taken = Snapshots.of(committable.payload());
        int number = committable.interval().writer().subtask();
        try {
          return inTask(
              () -> {
                subtask(number).complete(taken);
                return CommitOutcome.committed();
              });
        } catch (FencedException e) {
          throw e;
        } catch (SinkException e) {
          return afterFailure(e);
        }
      }

      @Override
      public void abort(Committable committable) {
        // Flink does not tell.
      }

      @Override
      public Liveness liveness(Committable committable) {
        return Liveness.alive();
      }

      @Override
      public void close() {
        // Subtasks are closed with their writers.
      }
    };
  }

  /** A sink that says that records are lost stops the job; any other failure restarts it. */
  private static CommitOutcome afterFailure(SinkException e) throws StoreUnavailableException {
    Optional<CommitFailedException> told = cause(e, CommitFailedException.class);
    if (told.isPresent()) {
      return told.get().failures().get(0).outcome();
    }
    throw new StoreUnavailableException(String.valueOf(e.getMessage()), e);
  }

  @Override
  public Takeover takeover() {
    return new Takeover() {
      /** The host wants a number that grows; nothing in the store has one that all sinks share. */
      @Override
      public Generation newest(WriterScope scope) {
        return new Generation(context.time().now().toEpochMilli());
      }

      @Override
      public List<IntervalId> confirmed(WriterScope scope) {
        return List.of();
      }

      @Override
      public void fence(WriterScope scope, Generation current)
          throws SinkException, InterruptedException {
        inTask(
            () -> {
              subtask(scope.subtask()).start();
              return true;
            });
      }

      /** A checkpoint before anything arrives: only after one does the adapter fence and abort. */
      @Override
      public List<String> abortDangling(WriterScope scope, Generation current)
          throws SinkException, InterruptedException {
        if (subject.takesOverAtCheckpoint()) {
          inTask(
              () -> {
                Subtask<?> started = subtask(scope.subtask());
                started.complete(started.barrier());
                return true;
              });
        }
        return List.of();
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  @Override
  public void close() {
    subtasks.values().forEach(Subtask::close);
    subtasks.clear();
  }
}
