package dev.landfall.runner;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads segments and keeps nothing: what grows beside it is the host's.
 *
 * @param written is told of each record when it is handed over
 * @param published is told of each record when its segment is published
 */
record DiscardingLogSink(Consumer<SinkRecord> written, Consumer<SinkRecord> published)
    implements WriteAheadSink {
  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "nobody", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    written.accept(record);
    return Optional.empty();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) throws IOException {
        try (SegmentReader reader = segment.open()) {
          for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
            published.accept(next.get());
          }
        }
        return CommitOutcome.committed();
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  @Override
  public Takeover takeover() {
    return new Takeover() {
      @Override
      public Generation newest(WriterScope scope) {
        return Generation.NONE;
      }

      @Override
      public List<IntervalId> confirmed(WriterScope scope) {
        return List.of();
      }

      @Override
      public void fence(WriterScope scope, Generation current) {
        // There is nothing that an older generation could do.
      }

      @Override
      public List<String> abortDangling(WriterScope scope, Generation current) {
        return List.of();
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
