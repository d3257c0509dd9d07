package dev.landfall.conformance.wire.child;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.IntervalId;
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
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes one record all the way, for a pipeline of its own, so that the process has the sink's
 * classes loaded when its turn comes: half of what a killed process costs is the first time of
 * everything. Nobody judges what it does. One thread at a time.
 */
final class Rehearsal {
  private static final RejectedRecords NOBODY = (record, reason) -> {};

  private final WriterId writer;
  private final SinkRecord record;

  Rehearsal(WriterId writer, SinkRecord record) {
    this.writer = writer;
    this.record = record;
  }

  /**
   * Whichever of the three contracts it keeps.
   *
   * @param log of a write-ahead sink, and null for others
   */
  void of(Sink sink, @Nullable SegmentStore log)
      throws SinkException, IOException, InterruptedException {
    if (sink instanceof IdempotentSink idempotent) {
      of(idempotent);
    } else if (sink instanceof TwoPhaseCommitSink twoPhase) {
      of(twoPhase);
    } else {
      of((WriteAheadSink) sink, Objects.requireNonNull(log, "a write-ahead sink has a log"));
    }
  }

  private void of(IdempotentSink sink) throws SinkException, InterruptedException {
    try (IdempotentWriter made = sink.writer(writer, NOBODY)) {
      made.write(record);
      made.flush();
    }
  }

  private void of(TwoPhaseCommitSink sink) throws SinkException, InterruptedException {
    IntervalId interval = new IntervalId(writer, takeOver(sink.takeover()), 1);
    try (Committer committer = sink.committer();
        TransactionWriter made = sink.writer(writer, interval.generation(), NOBODY)) {
      made.begin(interval);
      made.write(record);
      Optional<Committable> prepared = made.prepare();
      if (prepared.isPresent()) {
        committer.liveness(prepared.get());
        committer.commit(prepared.get());
      }
    }
  }

  private void of(WriteAheadSink sink, SegmentStore log)
      throws SinkException, IOException, InterruptedException {
    IntervalId interval = new IntervalId(writer, takeOver(sink.takeover()), 1);
    log.clear(scope(), interval.generation(), Set.of());
    Optional<Committable> sealed = sealed(interval, log);
    if (sealed.isPresent()) {
      try (SegmentPublisher publisher = sink.publisher(NOBODY)) {
        publisher.publish(log.sealed(sealed.get()));
      }
      log.forget(sealed.get());
    }
  }

  private Optional<Committable> sealed(IntervalId interval, SegmentStore log) throws IOException {
    try (SegmentWriter segment = log.open(interval)) {
      segment.append(record);
      return segment.seal();
    }
  }

  private Generation takeOver(Takeover made) throws SinkException, InterruptedException {
    try (Takeover takeover = made) {
      Generation mine = takeover.newest(scope()).next();
      takeover.confirmed(scope());
      takeover.fence(scope(), mine);
      takeover.abortDangling(scope(), mine);
      return mine;
    }
  }

  private WriterScope scope() {
    return WriterScope.of(writer);
  }
}
