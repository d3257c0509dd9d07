package dev.landfall.runner;

import dev.landfall.runner.state.Entry;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.ReplayPolicy;
import java.util.Optional;

/**
 * How a pipeline is run, beside what its file says. Immutable, thread-safe.
 *
 * @param entry whether a lease of another process is respected
 * @param from the checkpoint to go back to on purpose; empty for the newest
 * @param replay whether records that the store has confirmed may be repeated (HO-15)
 * @param restarts how often in a row a run starts again from its last durable checkpoint when a
 *     store or source is away
 * @param commits how long a commit is tried
 * @param references where {@code ${env:NAME}} and {@code ${file:PATH}} come from
 * @param time clock and waiting
 * @param seed of all chance in the run
 * @param metrics where figures go
 */
public record RunOptions(
    Entry entry,
    Optional<CheckpointId> from,
    ReplayPolicy replay,
    int restarts,
    CommitLimits commits,
    References references,
    HostTime time,
    long seed,
    Metrics metrics) {
  /** Respects leases, continues from the newest checkpoint, refuses to repeat, restarts 3 times. */
  public static final RunOptions DEFAULT =
      new RunOptions(
          Entry.RESPECT_LEASE,
          Optional.empty(),
          ReplayPolicy.REFUSE,
          3,
          CommitLimits.DEFAULT,
          References.ofProcess(),
          HostTime.system(),
          0,
          Metrics.none());

  /** The same with another way in. */
  public RunOptions entering(Entry newEntry) {
    return new RunOptions(
        newEntry, from, replay, restarts, commits, references, time, seed, metrics);
  }

  /** The same from an older checkpoint. */
  public RunOptions fromCheckpoint(CheckpointId id) {
    return new RunOptions(
        entry, Optional.of(id), replay, restarts, commits, references, time, seed, metrics);
  }

  /** The same with another answer to a store that is ahead (HO-15). */
  public RunOptions replaying(ReplayPolicy policy) {
    return new RunOptions(entry, from, policy, restarts, commits, references, time, seed, metrics);
  }

  /** The same with another number of restarts. */
  public RunOptions restarting(int times) {
    return new RunOptions(entry, from, replay, times, commits, references, time, seed, metrics);
  }

  /** The same with another patience for commits. */
  public RunOptions committing(CommitLimits limits) {
    return new RunOptions(entry, from, replay, restarts, limits, references, time, seed, metrics);
  }

  /** The same with another sink of figures. */
  public RunOptions measuring(Metrics newMetrics) {
    return new RunOptions(
        entry, from, replay, restarts, commits, references, time, seed, newMetrics);
  }

  /** The same with another seed. */
  public RunOptions seeded(long newSeed) {
    return new RunOptions(
        entry, from, replay, restarts, commits, references, time, newSeed, metrics);
  }

  /**
   * A second start within one run is the holder's own, and continues from the newest checkpoint.
   */
  RunOptions again() {
    return new RunOptions(
        Entry.RESPECT_LEASE,
        Optional.empty(),
        replay,
        restarts,
        commits,
        references,
        time,
        seed,
        metrics);
  }
}
