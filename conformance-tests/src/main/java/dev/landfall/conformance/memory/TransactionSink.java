package dev.landfall.conformance.memory;

import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reference for two-phase commit: one transaction an interval, whose confirmation row is
 * written in the same transaction. Thread-safe.
 */
public final class TransactionSink implements TwoPhaseCommitSink {
  private final Endpoint endpoint;
  private final SinkContext context;
  private final Set<Trait> traits;
  private final TransactionNames names;

  /** Told to the committer by recovery; only broken sinks want to know. */
  private int parallelism = Integer.MAX_VALUE;

  public TransactionSink(Endpoint endpoint, SinkContext context, Set<Trait> traits) {
    this.endpoint = endpoint;
    this.context = context;
    this.traits = traits;
    this.names = new TransactionNames(context, traits);
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  TransactionNames names() {
    return names;
  }

  SinkContext context() {
    return context;
  }

  String password() {
    return endpoint.password();
  }

  Connection connect() {
    return endpoint.connect();
  }

  int parallelism() {
    return parallelism;
  }

  void parallelism(int told) {
    parallelism = told;
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(
        has(Trait.STARTS_ON_WEAKER_GUARANTEE)
            ? Guarantee.Level.AT_LEAST_ONCE
            : Guarantee.Level.EXACTLY_ONCE,
        "committed rows",
        List.of(),
        Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    Duration needed = terms.checkpointInterval().plus(terms.toleratedDowntime());
    Duration limit = Duration.ofMillis(Transactions.TIMEOUT_MILLIS);
    if (needed.compareTo(limit) > 0 && !has(Trait.NO_TIMEOUT_CHECK)) {
      return List.of(
          Finding.error(
              "The store ends transactions after " + limit + ", expected at least " + needed,
              "raise its transaction time-out"));
    }
    return List.of();
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException {
    TransactionSinkWriter writer =
        new TransactionSinkWriter(this, Owner.of(id, generation), rejected);
    writer.register();
    return writer;
  }

  @Override
  public Committer committer() {
    return new TransactionSinkCommitter(this);
  }

  @Override
  public Takeover takeover() {
    return new TransactionSinkTakeover(this);
  }

  @Override
  public void close() {
    // Connections belong to writers, committers and take-overs.
  }
}
