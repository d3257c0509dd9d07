package dev.landfall.sdk.host;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Map;

/** An idempotent sink that keeps nothing. Stateless, thread-safe. */
final class NothingSink implements IdempotentSink {
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
      @Override
      public void write(SinkRecord record) {
        // Kept nowhere.
      }

      @Override
      public void flush() {
        // Nothing is buffered.
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
