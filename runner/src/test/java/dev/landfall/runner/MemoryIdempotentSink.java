package dev.landfall.runner;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts by key, at the flush. */
record MemoryIdempotentSink(MemoryStore store, Faults faults) implements IdempotentSink {
  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "any", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
    return new IdempotentWriter() {
      private final List<SinkRecord> buffer = new ArrayList<>();

      @Override
      public void write(SinkRecord record) throws SinkException, InterruptedException {
        faults.beforeWrite(record);
        Optional<String> reason = faults.reject(record);
        if (reason.isPresent()) {
          rejected.reject(record, reason.get());
        } else {
          buffer.add(record);
        }
      }

      @Override
      public void flush() throws SinkException, InterruptedException {
        faults.beforePrepare();
        buffer.forEach(store::put);
        buffer.clear();
      }

      @Override
      public void close() {
        // Writes nothing that is buffered.
      }
    };
  }

  @Override
  public void close() {
    // The store outlives it.
  }
}
