package dev.landfall.conformance.memory;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reference for the write-ahead log: the log lives on the store's device, data goes up in
 * multipart uploads, and one numbered log per subtask holds confirmations and take-overs.
 * Thread-safe.
 */
public final class LogSink implements WriteAheadSink {
  private final Endpoint endpoint;
  private final SinkContext context;
  private final Set<Trait> traits;

  public LogSink(Endpoint endpoint, SinkContext context, Set<Trait> traits) {
    this.endpoint = endpoint;
    this.context = context;
    this.traits = traits;
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  SinkContext context() {
    return context;
  }

  Connection connect() {
    return endpoint.connect();
  }

  /**
   * One log file for all segments of a subtask, torn entries and all; only broken sinks do that.
   */
  boolean sharesLogFile() {
    return has(Trait.TORN_ENTRY_STICKS) || has(Trait.TORN_ENTRY_ENDS_READING);
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "objects that a confirmation names",
        List.of(),
        Map.of(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS, "Each subtask confirms its own intervals."));
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return Entry.of(record).refusal();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new LogSinkPublisher(this);
  }

  @Override
  public Optional<SegmentStore> log() {
    return Optional.of(new DeviceLog(this));
  }

  @Override
  public Takeover takeover() {
    return new LogSinkTakeover(this);
  }

  @Override
  public void close() {
    // Connections belong to publishers, take-overs and the log.
  }
}
