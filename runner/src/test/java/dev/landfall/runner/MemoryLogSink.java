package dev.landfall.runner;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes a segment's records at once, with its confirmation. */
record MemoryLogSink(MemoryStore store, Faults faults) implements WriteAheadSink {
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
    return faults.reject(record);
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) throws SinkException, InterruptedException {
        faults.beforeCommit();
        IntervalId interval = segment.committable().interval();
        CommitOutcome outcome =
            store.isConfirmed(interval) || !store.commit(interval, records(segment))
                ? CommitOutcome.alreadyCommitted("its confirmation is there")
                : CommitOutcome.committed();
        faults.afterCommit();
        return outcome;
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  private static List<String> records(Segment segment) throws StoreUnavailableException {
    List<String> records = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        records.add(MemoryStore.text(next.get()));
      }
      return records;
    } catch (IOException e) {
      throw new StoreUnavailableException("cannot read the segment", e);
    }
  }

  @Override
  public Takeover takeover() throws SinkException, InterruptedException {
    faults.beforeTakeover();
    return new MemoryTakeover(store);
  }

  @Override
  public void close() {
    // The store outlives it.
  }
}
