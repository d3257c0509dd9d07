package dev.landfall.sdk;

import dev.landfall.sdk.admin.Administration;
import java.util.List;
import java.util.Optional;

/**
 * One opened sink: one of three contracts, each tied to checkpoints.
 *
 * <p>A sink is opened in every process that writes or commits, from its configuration alone;
 * writers and committers that it makes share nothing but the store and committables (T-3). Opening
 * does not touch the store. Thread-safe; what it makes is used by one thread at a time.
 */
public sealed interface Sink extends AutoCloseable
    permits IdempotentSink, WriteAheadSink, TwoPhaseCommitSink {
  /** What a reader may observe in this mode and with this configuration. */
  Guarantee guarantee();

  /**
   * Lists everything that is missing in the store, each with its remedy, and changes nothing that a
   * reader can see (SI-6). Called once per start and before the first write; may be called without
   * a write ever following.
   *
   * @throws InterruptedException if interrupted while waiting for the store
   */
  List<Finding> preflight(PipelineTerms terms) throws InterruptedException;

  /**
   * How a person looks at what was written, if possible as a command to paste; printed at the end
   * of a run, so it holds no secret (SI-9).
   */
  default Optional<String> inspection() {
    return Optional.empty();
  }

  /** What the sink offers to operators. */
  default Optional<Administration> administration() {
    return Optional.empty();
  }

  /** Frees what the sink shares among its writers. Idempotent; touches nothing in the store. */
  @Override
  void close();
}
