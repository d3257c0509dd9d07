package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Phase;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
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
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

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
          trace,
          trace.turnstile(id.toString()));
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

  private record UpsertWriter(IdempotentWriter writer, String id, Trace trace, Turnstile turnstile)
      implements IdempotentWriter {
    @Override
    public void write(SinkRecord record) throws SinkException, InterruptedException {
      turnstile.pass(
          "write",
          () -> trace.often(Phase.WRITE, "write", record(record), () -> writer.write(record)));
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
      return new TracedTransactions(
          trace.<TransactionWriter, RuntimeException>call(
              Phase.OPEN,
              "writer",
              id.toString(),
              () -> sink.writer(id, generation, rejected),
              done -> ""),
          id.toString(),
          trace,
          trace.turnstile(id.toString()));
    }

    @Override
    public Committer committer() throws SinkException, InterruptedException {
      return new TracedCommitter(sink.committer(), trace);
    }

    @Override
    public Takeover takeover() throws SinkException, InterruptedException {
      return new TracedTakeover(sink.takeover(), trace);
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
      return sink.log().map(log -> new TracedLog(log, trace));
    }

    @Override
    public Takeover takeover() throws SinkException, InterruptedException {
      return new TracedTakeover(sink.takeover(), trace);
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
}
