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
        CommitOutcome outcome = publishNow(segment);
        faults.afterCommit();
        return outcome;
      }

      private CommitOutcome publishNow(Segment segment) throws SinkException {
        IntervalId interval = segment.committable().interval();
        if (store.isConfirmed(interval)) {
          return CommitOutcome.alreadyCommitted("its confirmation is there");
        }
        List<String> records = records(segment, rejected);
        faults.beforeConfirmation();
        return store.commit(interval, records)
            ? CommitOutcome.committed()
            : CommitOutcome.alreadyCommitted("its confirmation is there");
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }

  private List<String> records(Segment segment, RejectedRecords rejected)
      throws StoreUnavailableException {
    List<String> records = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (Optional<SinkRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        SinkRecord record = next.get();
        Optional<String> refused = faults.refuse(record);
        refused.ifPresent(reason -> rejected.reject(record, reason));
        if (refused.isEmpty()) {
          records.add(MemoryStore.text(record));
        }
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
