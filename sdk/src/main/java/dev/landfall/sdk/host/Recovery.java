package dev.landfall.sdk.host;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.SegmentStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a sink's store from whatever a crash left into the state that the restored checkpoint
 * names (T-7). One thread at a time.
 *
 * <p><b>Protocol.</b> {@code of newest checkConfirmations commitRestored fence abortDangling
 * close}; {@link #run} does the middle four. A host that cannot order commit and fence over all its
 * tasks (Flink) calls {@code fence} and {@code abortDangling} after the first completed checkpoint
 * (HO-8). A step that threw may be called again.
 *
 * <p><b>Invariants.</b> Nothing is fenced before every restored committable has ended, since
 * fencing ends what is prepared (HO-8). Nothing is aborted before the fence, since an older
 * instance could make more of it. Only the given scopes are touched (SI-5).
 *
 * <p><b>Crash analysis.</b> Crash anywhere in recovery: the next one begins anew with the same
 * checkpoint and a newer generation. What was committed answers {@code AlreadyCommitted}, what was
 * fenced is older still, what was aborted is gone.
 */
public final class Recovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** In the order in which they are reached. */
  private enum Step {
    OPENED,
    CHECKED,
    COMMITTED,
    FENCED,
    CLEAN,
    CLOSED
  }

  private final Optional<Takeover> takeover;
  private final List<WriterScope> scopes;
  private final RestoredState restored;
  private final CommitterDriver committer;
  private final Optional<SegmentStore> log;
  private Step step = Step.OPENED;

  private Recovery(
      Optional<Takeover> takeover,
      List<WriterScope> scopes,
      RestoredState restored,
      CommitterDriver committer,
      Optional<SegmentStore> log) {
    this.takeover = takeover;
    this.scopes = List.copyOf(scopes);
    this.restored = restored;
    this.committer = committer;
    this.log = log;
  }

  /**
   * Prepares a recovery; changes nothing yet.
   *
   * @param scopes the scopes that this host answers for: all of them in one process, one in a
   *     subtask of a distributed host
   * @param restored what the restored checkpoint says; each of its committables belongs to one of
   *     the scopes (HO-7)
   * @param committer commits what was restored; stays the caller's to close
   * @param log where segments live; used by {@link WriteAheadSink} alone
   */
  public static Recovery of(
      Sink sink,
      List<WriterScope> scopes,
      RestoredState restored,
      CommitterDriver committer,
      Optional<SegmentStore> log)
      throws SinkException, InterruptedException {
    for (Pending pending : restored.pending()) {
      requireOwned(pending, scopes);
    }
    return new Recovery(takeover(sink), scopes, restored, committer, log);
  }

  /**
   * Continues a recovery whose first half was done elsewhere: every restored committable of the
   * sink has ended, so {@link #fence} and {@link #abortDangling} are next (HO-8).
   */
  public static Recovery afterRestore(
      Sink sink, WriterScope scope, CommitterDriver committer, Optional<SegmentStore> log)
      throws SinkException, InterruptedException {
    Recovery recovery = of(sink, List.of(scope), RestoredState.NONE, committer, log);
    recovery.step = Step.COMMITTED;
    return recovery;
  }

  private static void requireOwned(Pending pending, List<WriterScope> scopes) {
    long owners =
        scopes.stream()
            .filter(scope -> scope.contains(pending.committable().interval().writer()))
            .count();
    if (owners != 1) {
      throw new ProtocolException(
          "HO-7", "the restored " + pending + " belongs to " + owners + " of the scopes " + scopes);
    }
  }

  private static Optional<Takeover> takeover(Sink sink) throws SinkException, InterruptedException {
    if (sink instanceof TwoPhaseCommitSink transactional) {
      return Optional.of(transactional.takeover());
    }
    return sink instanceof WriteAheadSink writeAhead
        ? Optional.of(writeAhead.takeover())
        : Optional.empty();
  }

  /**
   * The newest generation that the store or the restored checkpoint knows; the new one is greater.
   * Changes nothing.
   */
  public Generation newest() throws SinkException, InterruptedException {
    requireAtMost(Step.CLEAN, "HO-8");
    return restored.generation().max(newestInStore());
  }

  /**
   * All steps in order.
   *
   * @param current the generation that takes over, greater than {@link #newest}
   */
  public RecoveryReport run(Generation current, ReplayPolicy policy)
      throws SinkException, InterruptedException {
    checkConfirmations(policy);
    CommitReport report = commitRestored();
    fence(current);
    List<String> aborted = abortDangling(current);
    LOG.info(
        "Recovered {} at generation {} from {}: {} committed, {} committed before, {} dangling aborted",
        scopes.get(0).sink(),
        current,
        restored.checkpoint().map(id -> "checkpoint " + id).orElse("no checkpoint"),
        report.committed(),
        report.alreadyCommitted(),
        aborted.size());
    return new RecoveryReport(report, aborted);
  }

  /**
   * Step 1: is the store ahead of what was restored? Changes nothing.
   *
   * @throws ReplayRefusedException if so and the policy refuses: a replay would repeat what readers
   *     have seen (HO-15)
   */
  public void checkConfirmations(ReplayPolicy policy) throws SinkException, InterruptedException {
    requireStep(Step.OPENED, "HO-15");
    List<IntervalId> ahead = new ArrayList<>();
    if (takeover.isPresent()) {
      for (WriterScope scope : scopes) {
        takeover.get().confirmed(scope).stream().filter(restored::isBehind).forEach(ahead::add);
      }
    }
    if (!ahead.isEmpty() && policy == ReplayPolicy.REFUSE) {
      throw new ReplayRefusedException(refusal(ahead));
    }
    step = Step.CHECKED;
  }

  /**
   * Part of step 1, for a host that fences before it writes: is this the store that the checkpoint
   * was written with? What was committed there would be missing here, and no replay brings it.
   * Changes nothing.
   *
   * @throws ReplayRefusedException if the store keeps generations, has none as new as those that
   *     the checkpoint's intervals were written with, and the policy refuses
   */
  public void checkGenerations(ReplayPolicy policy) throws SinkException, InterruptedException {
    requireStep(Step.OPENED, "HO-15");
    if (takeover.isEmpty() || !takeover.get().keepsGenerations()) {
      return;
    }
    Generation written =
        restored.newest().stream()
            .map(IntervalId::generation)
            .reduce(Generation.NONE, Generation::max);
    Generation seen = newestInStore();
    if (seen.isOlderThan(written) && policy == ReplayPolicy.REFUSE) {
      throw new ReplayRefusedException(
          String.format(
              "Cannot start %s from %s: it was written at generation %s, and the store %s, HO-15: it is"
                  + " another store, was emptied, or was restored from an older backup, and what was"
                  + " committed before is missing in it (point the sink"
                  + " at the store that it has written to; or begin anew, with another state"
                  + " directory; or go on without what is missing, with --accept-replay)",
              scopes.get(0).sink(),
              checkpointName(),
              written,
              seen.equals(Generation.NONE)
                  ? "knows nothing of it"
                  : "knows none after generation " + seen));
    }
  }

  private String checkpointName() {
    return restored.checkpoint().map(id -> "checkpoint " + id).orElse("an empty state");
  }

  private Generation newestInStore() throws SinkException, InterruptedException {
    Generation newest = Generation.NONE;
    if (takeover.isPresent()) {
      for (WriterScope scope : scopes) {
        newest = newest.max(takeover.get().newest(scope));
      }
    }
    return newest;
  }

  private String refusal(List<IntervalId> ahead) {
    return String.format(
        "Cannot start %s from %s: the store has confirmed %s, which it does not know of; their records would be repeated, HO-15"
            + " (restore the newest checkpoint, or accept duplicates with --accept-replay)",
        scopes.get(0).sink(),
        checkpointName(),
        ahead.stream().map(IntervalId::toString).collect(Collectors.joining(", ")));
  }

  /** Step 2: commits what the restored checkpoint holds, and nothing else (HO-6). */
  public CommitReport commitRestored() throws SinkException, InterruptedException {
    requireStep(Step.CHECKED, "T-7");
    CommitReport report =
        restored.pending().isEmpty() ? CommitReport.NOTHING : committer.commit(restored.pending());
    step = Step.COMMITTED;
    return report;
  }

  /** Step 3: makes every action of an older generation fail for good (W-6, T-8). */
  public void fence(Generation current) throws SinkException, InterruptedException {
    requireStep(Step.COMMITTED, "HO-8");
    if (!restored.generation().isOlderThan(current)) {
      throw new ProtocolException(
          "SI-4",
          "generation " + current + " cannot take over from generation " + restored.generation());
    }
    if (takeover.isPresent()) {
      for (WriterScope scope : scopes) {
        takeover.get().fence(scope, current);
      }
    }
    step = Step.FENCED;
  }

  /**
   * Step 4: discards what older generations left open, prepared, staged or sealed and no retained
   * checkpoint names (T-7, W-5).
   */
  public List<String> abortDangling(Generation current) throws SinkException, InterruptedException {
    requireStep(Step.FENCED, "T-7");
    List<String> aborted = new ArrayList<>();
    if (takeover.isPresent()) {
      for (WriterScope scope : scopes) {
        aborted.addAll(takeover.get().abortDangling(scope, current));
        aborted.addAll(clearLog(scope, current));
      }
    }
    step = Step.CLEAN;
    return aborted;
  }

  private List<String> clearLog(WriterScope scope, Generation current) throws SinkException {
    if (log.isEmpty()) {
      return List.of();
    }
    try {
      return log.get().clear(scope, current, restored.retained());
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "Cannot clear the log of " + scope + ": " + e.getMessage(), e);
    }
  }

  private void requireStep(Step expected, String rule) {
    if (step != expected) {
      throw new ProtocolException(rule, "recovery is at step " + step + ", expected " + expected);
    }
  }

  private void requireAtMost(Step last, String rule) {
    if (step.compareTo(last) > 0) {
      throw new ProtocolException(rule, "recovery is at step " + step);
    }
  }

  /** Frees what recovery used. Idempotent. */
  @Override
  public void close() {
    if (step != Step.CLOSED) {
      step = Step.CLOSED;
      takeover.ifPresent(Takeover::close);
    }
  }
}
