package dev.landfall.sink.kafka;

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

/** Mode {@code exactly-once}. Thread-safe. */
final class TransactionalSink implements TwoPhaseCommitSink {
  private static final Guarantee GUARANTEE =
      new Guarantee(
          Guarantee.Level.EXACTLY_ONCE,
          "isolation.level=read_committed",
          List.of(
              "the pipeline is down for less than the transaction time-out, else the loss is"
                  + " reported and the run ends",
              "the brokers keep what they have acknowledged: replication, min.insync.replicas",
              "nobody else uses transactional ids or groups that begin with landfall.PIPELINE."),
          Map.of(
              Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
              "each writer's transaction of a checkpoint is committed by itself",
              Weakness.PARTLY_VISIBLE_ACROSS_PARTITIONS,
              "the broker marks a commit partition by partition, so a reader may see one"
                  + " partition's part before another's",
              Weakness.BLOCKED_UNTIL_RECOVERED,
              "readers wait behind a transaction that a crash left open, until recovery ends it or"
                  + " the broker does at its time-out",
              Weakness.REPEATED_AFTER_OLDER_RESTORE,
              "records repeat after an older checkpoint was restored with --accept-replay"));

  private final Clients clients;

  TransactionalSink(Clients clients) {
    this.clients = clients;
  }

  @Override
  public Guarantee guarantee() {
    return GUARANTEE;
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return new Preflight(clients).check(terms);
  }

  @Override
  public Optional<String> inspection() {
    return Optional.of(Inspection.of(clients.configuration()));
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    return KafkaTransactionWriter.open(clients, id, generation, rejected);
  }

  @Override
  public Committer committer() {
    return new KafkaCommitter(clients);
  }

  @Override
  public Takeover takeover() {
    return new KafkaTakeover(clients);
  }

  @Override
  public Optional<Administration> administration() {
    return Optional.of(new KafkaAdministration(clients));
  }

  @Override
  public void close() {
    clients.close();
  }
}
