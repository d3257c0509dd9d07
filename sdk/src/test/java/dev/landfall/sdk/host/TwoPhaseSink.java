package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Writes every call down and answers as it is told. One thread at a time. */
final class TwoPhaseSink implements TwoPhaseCommitSink {
  final List<String> calls = new ArrayList<>();
  final Deque<CommitAnswer> answers = new ArrayDeque<>();
  final Map<WriterId, Liveness> liveness = new HashMap<>();
  final List<IntervalId> confirmed = new ArrayList<>();
  Generation newest = Generation.NONE;
  boolean keepsGenerations;
  UnaryOperator<IntervalId> nameOfPrepared = UnaryOperator.identity();
  Optional<SinkException> nextFailure = Optional.empty();
  Runnable duringWrite = () -> {};
  String failingCall = "";
  boolean interruptsAbort;

  /** What the next commit does; without one it commits. */
  interface CommitAnswer {
    CommitOutcome answer() throws SinkException;
  }

  void failNext(String message) {
    nextFailure = Optional.of(new SinkException(message));
  }

  void answerUnavailable(String message) {
    answers.add(
        () -> {
          throw new StoreUnavailableException(message);
        });
  }

  private void call(String what) throws SinkException {
    calls.add(what);
    Optional<SinkException> failure = nextFailure;
    nextFailure = Optional.empty();
    if (what.equals(failingCall)) {
      throw new SinkException("cannot " + what);
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException {
    call("writer " + id);
    return new Writer();
  }

  @Override
  public Committer committer() {
    return new RecordingCommitter();
  }

  @Override
  public Takeover takeover() {
    return new RecordingTakeover();
  }

  @Override
  public void close() {
    calls.add("close sink");
  }

  private final class Writer implements TransactionWriter {
    private Optional<IntervalId> open = Optional.empty();

    @Override
    public void begin(IntervalId interval) throws SinkException {
      call("begin " + interval.ordinal());
      open = Optional.of(interval);
    }

    @Override
    public void write(SinkRecord record) throws SinkException {
      duringWrite.run();
      call("write " + record.key());
    }

    @Override
    public Optional<Committable> prepare() throws SinkException {
      call("prepare");
      return open.map(nameOfPrepared).map(Samples::committable);
    }

    @Override
    public void abort() throws SinkException, InterruptedException {
      call("abort");
      if (interruptsAbort) {
        throw new InterruptedException();
      }
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private final class RecordingCommitter implements Committer {
    @Override
    public CommitOutcome commit(Committable committable) throws SinkException {
      IntervalId interval = committable.interval();
      call("commit " + interval.writer().subtask() + "/" + interval.ordinal());
      return answers.isEmpty() ? CommitOutcome.committed() : answers.poll().answer();
    }

    @Override
    public void abort(Committable committable) throws SinkException {
      call("abort " + committable.interval());
    }

    @Override
    public Liveness liveness(Committable committable) {
      return liveness.getOrDefault(committable.interval().writer(), Liveness.alive());
    }

    @Override
    public void close() {
      calls.add("close committer");
    }
  }

  private final class RecordingTakeover implements Takeover {
    @Override
    public Generation newest(WriterScope scope) {
      return newest;
    }

    @Override
    public boolean keepsGenerations() {
      return keepsGenerations;
    }

    @Override
    public List<IntervalId> confirmed(WriterScope scope) {
      return confirmed.stream().filter(one -> scope.contains(one.writer())).toList();
    }

    @Override
    public void fence(WriterScope scope, Generation current) throws SinkException {
      call("fence " + scope.subtask() + " at " + current);
    }

    @Override
    public List<String> abortDangling(WriterScope scope, Generation current) throws SinkException {
      call("abortDangling " + scope.subtask());
      return List.of("something of " + scope);
    }

    @Override
    public void close() {
      calls.add("close takeover");
    }
  }
}
