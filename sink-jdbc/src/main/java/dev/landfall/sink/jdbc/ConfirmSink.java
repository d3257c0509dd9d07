package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mode {@code confirm}. Thread-safe. */
final class ConfirmSink implements WriteAheadSink {
  private final Ledger ledger;
  private final RecordCheck check;

  ConfirmSink(Ledger ledger) {
    this.ledger = ledger;
    this.check = new RecordCheck(ledger.database());
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "READ COMMITTED",
        List.of(
            "the database keeps what it has acknowledged",
            "nobody else removes this pipeline's confirmation rows",
            "rows are appended: no row is updated or deleted"),
        Map.of(
            Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
            "the segments of a checkpoint's writers become visible one after the other",
            Weakness.REPEATED_AFTER_OLDER_RESTORE,
            "--accept-replay after an older checkpoint was restored writes its rows again"));
  }

  @Override
  public Optional<String> inspection() {
    return Optional.of(Inspection.of(ledger.database().configuration()));
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return new Preflight(ledger.database()).check(terms);
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    return check.of(record);
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new ConfirmPublisher(ledger, rejected);
  }

  @Override
  public Takeover takeover() {
    return new ConfirmTakeover(ledger);
  }

  @Override
  public Optional<Administration> administration() {
    return Optional.of(new JdbcAdministration(ledger));
  }

  @Override
  public void close() {
    ledger.database().close();
  }
}
