package dev.landfall.conformance.wire.child;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Optional;

/** A good write-ahead sink that says committed, and does nothing. One thread at a time. */
record SpoiledWriteAheadSink(WriteAheadSink good) implements WriteAheadSink {
  @Override
  public Optional<String> check(SinkRecord record) {
    return good.check(record);
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) {
        return CommitOutcome.committed();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return good.log();
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return good.takeover();
  }

  @Override
  public Guarantee guarantee() {
    return good.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return good.preflight(terms);
  }

  @Override
  public void close() {
    good.close();
  }
}
