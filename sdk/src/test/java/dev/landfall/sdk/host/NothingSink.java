package dev.landfall.sdk.host;

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

/** An idempotent sink that writes calls down, and nothing else. One thread at a time. */
final class NothingSink implements IdempotentSink {
  final List<String> calls = new ArrayList<>();

  /** The call that fails, or empty. */
  String failing = "";

  private void call(String what) throws SinkException {
    calls.add(what);
    if (what.equals(failing)) {
      throw new SinkException("cannot " + what);
    }
  }

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
      public void write(SinkRecord record) throws SinkException {
        call("write " + record.key());
      }

      @Override
      public void flush() throws SinkException {
        call("flush");
      }

      @Override
      public void close() {
        calls.add("close");
      }
    };
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
