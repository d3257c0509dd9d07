package dev.landfall.cli.kill;

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

/** A real sink whose process halts, as by SIGKILL, before it publishes the first segment. */
record DyingLogSink(WriteAheadSink real) implements WriteAheadSink {
  @Override
  public Guarantee guarantee() {
    return real.guarantee();
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return real.preflight(terms);
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return real.check(record);
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) {
        Runtime.getRuntime().halt(DyingSink.KILLED);
        throw new IllegalStateException("alive");
      }

      @Override
      public void close() {
        // Nothing was opened.
      }
    };
  }

  @Override
  public Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return real.log();
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return real.takeover();
  }

  @Override
  public void close() {
    real.close();
  }
}
