package dev.landfall.sdk.host;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Publishes into a list, once per interval. One thread at a time. */
final class LogSink implements WriteAheadSink {
  final List<String> published = new ArrayList<>();
  final Set<IntervalId> confirmations = new HashSet<>();
  int publishersClosed;

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return record.key().toString().startsWith("bad")
        ? Optional.of("its key is bad")
        : Optional.empty();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) throws IOException {
        IntervalId interval = segment.committable().interval();
        if (confirmations.contains(interval)) {
          return CommitOutcome.alreadyCommitted("its confirmation is there");
        }
        try (SegmentReader reader = segment.open()) {
          for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
            published.add(next.get().key().toString());
          }
        }
        confirmations.add(interval);
        return CommitOutcome.committed();
      }

      @Override
      public void close() {
        publishersClosed++;
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
        // Nobody else is there.
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
