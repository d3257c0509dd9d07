package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.Administration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mode {@code xa}. Thread-safe. */
final class XaSink implements TwoPhaseCommitSink {
  private final Ledger ledger;

  XaSink(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public Guarantee guarantee() {
    boolean byKey = ledger.database().configuration().writesByKey();
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "READ COMMITTED",
        List.of(
            "the database keeps what it has acknowledged, prepared branches included",
            "nobody but this pipeline ends its branches and confirmation rows",
            byKey
                ? "the pipeline is partitioned by the primary key: a key belongs to one writer"
                : "rows are appended: no row is updated or deleted"),
        Map.of(
            Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
            "the branches of a checkpoint's writers become visible one after the other",
            Weakness.REPEATED_AFTER_OLDER_RESTORE,
            "--accept-replay after an older checkpoint was restored writes its rows again",
            Weakness.BLOCKED_UNTIL_RECOVERED,
            "a prepared branch keeps its row locks, and a lock against DROP and TRUNCATE, until"
                + " recovery ends it"));
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
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException {
    ledger.bookkeeping().create(ledger.database());
    return new XaWriter(ledger, id, generation, rejected).open();
  }

  @Override
  public Committer committer() {
    return new XaCommitter(ledger);
  }

  @Override
  public Takeover takeover() {
    return new XaTakeover(ledger);
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
