package dev.landfall.sink.kafka;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mode {@code upsert}. Thread-safe. */
final class UpsertSink implements IdempotentSink {
  private static final Guarantee GUARANTEE =
      new Guarantee(
          Guarantee.Level.EXACTLY_ONCE,
          "the last record of each key; a null value says that the key is deleted",
          List.of(
              "every record has a key, and all records of a key go through one writer",
              "nothing else writes the same keys, and the number of partitions stays",
              "the topic is compacted, and delete.retention.ms is longer than a reader is away"),
          Map.of(
              Weakness.VISIBLE_BEFORE_DURABLE,
              "a record is visible as soon as it is written, before the checkpoint",
              Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
              "each writer's records become visible by themselves",
              Weakness.PARTLY_VISIBLE_WITHIN_WRITER,
              "records become visible batch by batch",
              Weakness.OLDER_VALUE_SEEN,
              "during replay a key goes back to older values until the replay has caught up",
              Weakness.OLDER_VALUE_STAYS,
              "a batch of a dead process that arrives after its successor's puts an older value"
                  + " last until the key is written again",
              Weakness.EFFECT_OF_OLD_INSTANCE,
              "a process that was stopped and wakes up can still write a batch"));

  private final Clients clients;

  UpsertSink(Clients clients) {
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
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    return UpsertWriter.open(clients, id, rejected);
  }

  @Override
  public void close() {
    clients.close();
  }
}
