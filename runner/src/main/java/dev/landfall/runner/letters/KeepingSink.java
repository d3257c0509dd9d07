package dev.landfall.runner.letters;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A write-ahead sink whose publications keep what they refuse. Thread-safe, as the sink is.
 *
 * @param sink does the work
 * @param refusals opens what one publication refuses
 */
record KeepingSink(WriteAheadSink sink, Function<IntervalId, Refusals> refusals)
    implements WriteAheadSink {
  @Override
  public SegmentPublisher publisher(RejectedRecords rejected)
      throws SinkException, InterruptedException {
    KeptRefusals kept = new KeptRefusals(rejected);
    return new KeepingPublisher(sink.publisher(kept), kept, refusals);
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
  public Optional<String> inspection() {
    return sink.inspection();
  }

  @Override
  public Optional<Administration> administration() {
    return sink.administration();
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return sink.check(record);
  }

  @Override
  public Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return sink.log();
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    return sink.takeover();
  }

  @Override
  public void close() {
    sink.close();
  }
}
