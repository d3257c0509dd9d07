package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sink under test behind a {@link Trace}: same contract, every call written down. Stateless
 * wrappers; as thread-safe as what they wrap.
 */
final class Traced {
  private Traced() {}

  static Sink sink(Sink sink, Trace trace) {
    if (sink instanceof TwoPhaseCommitSink twoPhase) {
      return new TwoPhase(twoPhase, trace);
    }
    if (sink instanceof WriteAheadSink writeAhead) {
      return new WriteAhead(writeAhead, trace);
    }
    return new Idempotent((IdempotentSink) sink, trace);
  }

  static String record(SinkRecord record) {
    return record.position().split() + ':' + record.position().offset();
  }

  private record Idempotent(IdempotentSink sink, Trace trace) implements IdempotentSink {
    @Override
    public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
        throws SinkException, InterruptedException {
      return new UpsertWriter(
          trace.<IdempotentWriter, RuntimeException>call(
              Phase.OPEN, "writer", id.toString(), () -> sink.writer(id, rejected), done -> ""),
          id.toString(),
          trace);
    }

    @Override
    public Guarantee guarantee() {
      return sink.guarantee();
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
      return sink.preflight(terms);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "sink", sink::close);
    }
  }

  private record UpsertWriter(IdempotentWriter writer, String id, Trace trace)
      implements IdempotentWriter {
    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      trace.often(Phase.WRITE, "write", record(record), () -> writer.write(record));
    }

    @Override
    public void flush() throws SinkException, InterruptedException {
      trace.act(Phase.PREPARE, "flush", id, writer::flush);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", id, writer::close);
    }
  }

  private record TwoPhase(TwoPhaseCommitSink sink, Trace trace) implements TwoPhaseCommitSink {
    @Override
    public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
        throws SinkException, InterruptedException {
      return new Transactions(
          trace.<TransactionWriter, RuntimeException>call(
              Phase.OPEN,
              "writer",
              id.toString(),
              () -> sink.writer(id, generation, rejected),
              done -> ""),
          id.toString(),
          trace);
    }

    @Override
    public Committer committer() throws SinkException, InterruptedException {
      return new Commits(sink.committer(), trace);
    }

    @Override
    public Takeover takeover() throws SinkException, InterruptedException {
      return new Takes(sink.takeover(), trace);
    }

    @Override
    public Guarantee guarantee() {
      return sink.guarantee();
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
      return sink.preflight(terms);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "sink", sink::close);
    }
  }

  private record Transactions(TransactionWriter writer, String id, Trace trace)
      implements TransactionWriter {
    @Override
    public void begin(IntervalId interval) throws SinkException, InterruptedException {
      trace.act(Phase.WRITE, "begin", interval.toString(), () -> writer.begin(interval));
    }

    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      trace.often(Phase.WRITE, "write", record(record), () -> writer.write(record));
    }

    @Override
    public Optional<Committable> prepare() throws SinkException, InterruptedException {
      return trace.<Optional<Committable>, RuntimeException>call(
          Phase.PREPARE,
          "prepare",
          id,
          writer::prepare,
          result -> result.map(Committable::toString).orElse("nothing"));
    }

    @Override
    public void abort() throws SinkException, InterruptedException {
      trace.act(Phase.ABORT, "abort", id, writer::abort);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", id, writer::close);
    }
  }

  private record Commits(Committer committer, Trace trace) implements Committer {
    @Override
    public CommitOutcome commit(Committable committable)
        throws SinkException, InterruptedException {
      return trace.<CommitOutcome, RuntimeException>call(
          Phase.COMMIT,
          "commit",
          committable.interval().toString(),
          () -> committer.commit(committable),
          outcome -> outcome.kind().toString());
    }

    @Override
    public void abort(Committable committable) throws SinkException, InterruptedException {
      trace.act(
          Phase.ABORT,
          "abort",
          committable.interval().toString(),
          () -> committer.abort(committable));
    }

    @Override
    public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
      return trace.<Liveness, RuntimeException>call(
          Phase.CHECKPOINT,
          "liveness",
          committable.interval().toString(),
          () -> committer.liveness(committable),
          Object::toString);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "committer", committer::close);
    }
  }

  private record WriteAhead(WriteAheadSink sink, Trace trace) implements WriteAheadSink {
    @Override
    public Optional<String> check(SinkRecord record) {
      return sink.check(record);
    }

    @Override
    public SegmentPublisher publisher(RejectedRecords rejected)
        throws SinkException, InterruptedException {
      return new Publishes(sink.publisher(rejected), trace);
    }

    @Override
    public Optional<SegmentStore> log() throws SinkException, InterruptedException {
      return sink.log().map(log -> new Logs(log, trace));
    }

    @Override
    public Takeover takeover() throws SinkException, InterruptedException {
      return new Takes(sink.takeover(), trace);
    }

    @Override
    public Guarantee guarantee() {
      return sink.guarantee();
    }

    @Override
    public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
      return sink.preflight(terms);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "sink", sink::close);
    }
  }

  private record Publishes(SegmentPublisher publisher, Trace trace) implements SegmentPublisher {
    @Override
    public CommitOutcome publish(Segment segment)
        throws SinkException, InterruptedException, IOException {
      return trace.<CommitOutcome, IOException>call(
          Phase.COMMIT,
          "commit",
          segment.committable().interval().toString(),
          () -> publisher.publish(segment),
          outcome -> outcome.kind().toString());
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "committer", publisher::close);
    }
  }

  private record Takes(Takeover takeover, Trace trace) implements Takeover {
    @Override
    public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
      return trace.<Generation, RuntimeException>call(
          Phase.RECOVER,
          "newest",
          scope.toString(),
          () -> takeover.newest(scope),
          Generation::toString);
    }

    @Override
    public List<IntervalId> confirmed(WriterScope scope)
        throws SinkException, InterruptedException {
      return trace.<List<IntervalId>, RuntimeException>call(
          Phase.RECOVER,
          "confirmed",
          scope.toString(),
          () -> takeover.confirmed(scope),
          List::toString);
    }

    @Override
    public void fence(WriterScope scope, Generation current)
        throws SinkException, InterruptedException {
      trace.act(Phase.RECOVER, "fence", scope.toString(), () -> takeover.fence(scope, current));
    }

    @Override
    public List<String> abortDangling(WriterScope scope, Generation current)
        throws SinkException, InterruptedException {
      return trace.<List<String>, RuntimeException>call(
          Phase.RECOVER,
          "abortDangling",
          scope.toString(),
          () -> takeover.abortDangling(scope, current),
          List::toString);
    }

    @Override
    public void close() {
      trace.quiet(Phase.END, "close", "takeover", takeover::close);
    }
  }

  private record Logs(SegmentStore log, Trace trace) implements SegmentStore {
    @Override
    public SegmentWriter open(IntervalId interval) throws IOException {
      return new LogWriter(log.open(interval), interval.toString(), trace);
    }

    @Override
    public Segment sealed(Committable committable) throws IOException {
      return log.sealed(committable);
    }

    @Override
    public void forget(Committable committable) throws IOException {
      unlessSink(
          () -> {
            trace.<IOException>act(
                Phase.COMMIT,
                "forget",
                committable.interval().toString(),
                () -> log.forget(committable));
            return true;
          });
    }

    @Override
    public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
        throws IOException {
      return unlessSink(
          () ->
              trace.<List<String>, IOException>call(
                  Phase.RECOVER,
                  "clear",
                  scope.toString(),
                  () -> log.clear(scope, current, retained),
                  List::toString));
    }

    @Override
    public void close() throws IOException {
      log.close();
    }
  }

  private record LogWriter(SegmentWriter writer, String interval, Trace trace)
      implements SegmentWriter {
    @Override
    public void append(SinkRecord record) throws IOException {
      unlessSink(
          () -> {
            trace.<IOException>often(
                Phase.WRITE, "write", record(record), () -> writer.append(record));
            return true;
          });
    }

    @Override
    public Optional<Committable> seal() throws IOException {
      return unlessSink(
          () ->
              trace.<Optional<Committable>, IOException>call(
                  Phase.PREPARE,
                  "seal",
                  interval,
                  writer::seal,
                  result -> result.map(Committable::toString).orElse("nothing")));
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  @FunctionalInterface
  private interface LogCall<T> {
    T run() throws IOException, SinkException, InterruptedException;
  }

  /** A log throws I/O errors alone; the trace's signature allows more. */
  private static <T> T unlessSink(LogCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (SinkException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
