package dev.landfall.benchmarks;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes records and does nothing with them, so that what is measured is the host. It notes how long
 * each barrier kept its writer from the next record. Thread-safe.
 */
public final class DiscardingSink implements IdempotentSink {
  private final HostTime time;

  /** Guarded by itself. */
  private final List<Long> pauses = new ArrayList<>();

  /** Notes pauses by this clock. */
  public DiscardingSink(HostTime time) {
    this.time = time;
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE, "none: there is nothing to read", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
    return new Writer();
  }

  /** From the call of each flush to the next write, both included, in nanoseconds. */
  List<Long> pauses() {
    synchronized (pauses) {
      return List.copyOf(pauses);
    }
  }

  @Override
  public void close() {}

  /** One thread at a time. */
  private final class Writer implements IdempotentWriter {
    private static final long NONE = Long.MIN_VALUE;

    private long flushed = NONE;
    private long written;

    @Override
    public void write(SinkRecord record) {
      written++;
      if (flushed != NONE) {
        long pause = time.nanos() - flushed;
        flushed = NONE;
        synchronized (pauses) {
          pauses.add(pause);
        }
      }
    }

    @Override
    public void flush() {
      flushed = time.nanos();
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
      return written + " records discarded";
    }
  }
}
