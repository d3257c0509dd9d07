package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.WriterId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mode {@code upsert}. Thread-safe. */
final class UpsertSink implements IdempotentSink {
  private final Database database;

  UpsertSink(Database database) {
    this.database = database;
  }

  @Override
  public Guarantee guarantee() {
    boolean monotonic = database.configuration().version().isPresent();
    return new Guarantee(
        Guarantee.Level.EXACTLY_ONCE,
        "READ COMMITTED, by primary key",
        List.of(
            "every record has a key, and all records of a key go through one writer",
            "the database keeps what it has acknowledged",
            monotonic
                ? "the version column grows with every change of a key, and nothing is deleted"
                : "nothing else writes the same keys"),
        monotonic ? monotonicWeaknesses() : weaknesses());
  }

  @Override
  public Optional<String> inspection() {
    return Optional.of(Inspection.of(database.configuration()));
  }

  private static Map<Weakness, String> monotonicWeaknesses() {
    return Map.of(
        Weakness.VISIBLE_BEFORE_DURABLE,
        "a row is visible as soon as its statement is done, before the checkpoint",
        Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
        "each writer's statements become visible by themselves",
        Weakness.PARTLY_VISIBLE_WITHIN_WRITER,
        "the statements of one interval become visible one after the other");
  }

  private static Map<Weakness, String> weaknesses() {
    return Map.of(
        Weakness.VISIBLE_BEFORE_DURABLE,
        "a row is visible as soon as its statement is done, before the checkpoint",
        Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
        "each writer's statements become visible by themselves",
        Weakness.PARTLY_VISIBLE_WITHIN_WRITER,
        "the statements of one interval become visible one after the other",
        Weakness.OLDER_VALUE_SEEN,
        "during replay a row goes back to older values until the replay has caught up",
        Weakness.OLDER_VALUE_STAYS,
        "a statement of a dead process that reaches the server after its successor's puts an"
            + " older row back until the key is written again; a version column rules it out",
        Weakness.EFFECT_OF_OLD_INSTANCE,
        "a process that was stopped and wakes up can still write a batch; a version column"
            + " makes it harmless");
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) throws InterruptedException {
    return new Preflight(database).check(terms);
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
    return new UpsertWriter(database, rejected);
  }

  @Override
  public void close() {
    database.close();
  }
}
