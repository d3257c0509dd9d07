package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.log.SegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings committables to an end, from any process: built from the sink's configuration, given
 * nothing but committables. One thread at a time; any number may live at once.
 *
 * <p><b>Protocol.</b> {@code open ( commit | requireAlive | forget )* close}. {@code commit} is
 * called when the checkpoint that holds the committables is durable (HO-4), and may be called again
 * with the same ones: after a missed or repeated notification, after a crash, beside another
 * process (HO-5, T-3).
 *
 * <p><b>Invariants.</b> Committables of one writer are committed in the order of their intervals;
 * when one does not end well, those that follow stay pending (HO-5), while other writers go on. An
 * answer of the store ends a committable; an exception never does.
 *
 * <p><b>Crash analysis.</b> Crash before the store was asked: nothing has happened, recovery
 * commits. Crash after it and before the answer arrived: recovery commits again and gets {@code
 * AlreadyCommitted}, by proof. Crash between two committables: each is on its own.
 */
public final class CommitterDriver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommitterDriver.class);

  private final Effect effect;
  private final CommitLimits limits;
  private final HostTime time;
  private final SplittableRandom random;
  private final Metrics.Timer latency;
  private final Metrics.Counter committed;
  private final Metrics.Counter alreadyCommitted;
  private boolean closed;

  private CommitterDriver(Effect effect, SinkContext context, CommitLimits limits) {
    this.effect = effect;
    this.limits = limits;
    this.time = context.time();
    this.random = new SplittableRandom(context.seed());
    this.latency =
        context
            .metrics()
            .timer("commit.latency.seconds", "From the call of commit to the store's answer");
    this.committed = context.metrics().counter("commit.committed", "Committables committed");
    this.alreadyCommitted =
        context
            .metrics()
            .counter("commit.already.committed", "Committables found committed, by proof");
  }

  /**
   * Opens a committer of any contract.
   *
   * @param log where segments live; used by {@link WriteAheadSink} alone
   * @param rejected for records that the store refuses at publish only (SI-8)
   * @throws SinkException if the sink refuses
   */
  public static CommitterDriver open(
      Sink sink,
      SinkContext context,
      Optional<SegmentStore> log,
      RejectedRecords rejected,
      CommitLimits limits)
      throws SinkException, InterruptedException {
    return new CommitterDriver(effect(sink, log, rejected), context, limits);
  }

  private static Effect effect(Sink sink, Optional<SegmentStore> log, RejectedRecords rejected)
      throws SinkException, InterruptedException {
    if (sink instanceof TwoPhaseCommitSink transactional) {
      return new TransactionEffect(transactional.committer());
    }
    if (sink instanceof WriteAheadSink writeAhead) {
      SegmentStore home =
          log.orElseThrow(
              () ->
                  new ProtocolException(
                      "W-1", "a write-ahead sink needs a log, and the host gave none"));
      return new PublishEffect(writeAhead.publisher(rejected), home);
    }
    return new NoEffect();
  }

  /**
   * Commits, in order per writer, with bounded patience for a store that does not answer.
   *
   * @return what became visible, now or before
   * @throws CommitFailedException if some are lost or in doubt: all of them are listed, and every
   *     other writer's were committed
   * @throws StoreUnavailableException if the store did not answer in time; everything not yet ended
   *     is still pending
   * @throws FencedException if a newer generation has taken over
   */
  public CommitReport commit(List<Pending> pending) throws SinkException, InterruptedException {
    requireOpen();
    Tally tally = new Tally();
    for (List<Pending> ofWriter : inOrderPerWriter(pending).values()) {
      commitInOrder(ofWriter, tally);
    }
    if (!tally.failures.isEmpty()) {
      throw new CommitFailedException(tally.failures);
    }
    return tally.report();
  }

  private static Map<WriterId, List<Pending>> inOrderPerWriter(List<Pending> pending) {
    Map<WriterId, List<Pending>> byWriter = new TreeMap<>();
    for (Pending one : pending) {
      byWriter
          .computeIfAbsent(one.committable().interval().writer(), writer -> new ArrayList<>())
          .add(one);
    }
    Comparator<Pending> byInterval =
        Comparator.comparing((Pending one) -> interval(one).generation())
            .thenComparingLong(one -> interval(one).ordinal());
    byWriter.values().forEach(ofWriter -> ofWriter.sort(byInterval));
    return byWriter;
  }

  private static IntervalId interval(Pending pending) {
    return pending.committable().interval();
  }

  private void commitInOrder(List<Pending> ofWriter, Tally tally)
      throws SinkException, InterruptedException {
    for (Pending one : ofWriter) {
      if (!tally.add(one, commitOne(one))) {
        return;
      }
    }
  }

  private CommitOutcome commitOne(Pending pending) throws SinkException, InterruptedException {
    long start = time.nanos();
    CommitOutcome outcome = untilDecided(pending);
    switch (outcome.kind()) {
      case COMMITTED -> committed.add(1);
      case ALREADY_COMMITTED -> {
        alreadyCommitted.add(1);
        LOG.info("{} was committed before: {}", pending, outcome.explanation());
      }
      case LOST, IN_DOUBT -> LOG.error("{}", new CommitFailedException.Failure(pending, outcome));
      case RETRY_LATER -> throw new IllegalStateException("undecided: " + outcome);
    }
    latency.record(Duration.ofNanos(time.nanos() - start));
    return outcome;
  }

  /**
   * Asks until an answer ends the committable. An exception decides nothing, for commit is
   * idempotent (T-3).
   */
  private CommitOutcome untilDecided(Pending pending) throws SinkException, InterruptedException {
    BackOff backOff = new BackOff(time, limits, random);
    while (true) {
      Undecided undecided;
      try {
        CommitOutcome outcome = effect.commit(pending.committable());
        if (!(outcome instanceof CommitOutcome.RetryLater later)) {
          return outcome;
        }
        undecided = new Undecided(later.after(), later.reason(), Optional.empty());
      } catch (StoreUnavailableException e) {
        undecided = new Undecided(Duration.ZERO, String.valueOf(e.getMessage()), Optional.of(e));
      }
      if (!backOff.pause(undecided.after)) {
        throw undecided.givenUp(pending, limits, backOff.attempts());
      }
      LOG.warn(
          "Commit of {} is tried again (attempt {}): {}",
          pending,
          backOff.attempts() + 1,
          undecided.reason);
    }
  }

  private record Undecided(
      Duration after, String reason, Optional<StoreUnavailableException> cause) {
    StoreUnavailableException givenUp(Pending pending, CommitLimits limits, int attempts) {
      String message =
          String.format(
              "Cannot commit %s within %d s: %s after %d attempts; it stays pending",
              pending, limits.patience().toSeconds(), reason, attempts);
      return cause.isPresent()
          ? new StoreUnavailableException(message, cause.get())
          : new StoreUnavailableException(message);
    }
  }

  /**
   * Makes sure, before a checkpoint becomes durable, that everything it promises to commit can
   * still be committed (HO-13).
   *
   * @param needed how long it must still live: until the commit, a recovery included
   * @throws SinkException if something is gone or has less time left; the checkpoint must fail, and
   *     the host restarts from the last durable one
   */
  public void requireAlive(List<Pending> pending, Duration needed)
      throws SinkException, InterruptedException {
    requireOpen();
    for (Pending one : pending) {
      requireAlive(one, effect.liveness(one.committable()), needed);
    }
  }

  private static void requireAlive(Pending pending, Liveness liveness, Duration needed)
      throws SinkException {
    if (liveness instanceof Liveness.Gone gone) {
      throw new SinkException(
          "Cannot complete a checkpoint with "
              + pending
              + ": it can no longer be committed (HO-13): "
              + gone.reason());
    }
    Optional<Duration> left = ((Liveness.Alive) liveness).left();
    if (left.isPresent() && left.get().compareTo(needed) < 0) {
      throw new SinkException(
          String.format(
              "Cannot complete a checkpoint with %s: the store ends it in %s, expected at least %s (HO-13)"
                  + " (raise the store's transaction time-out, or shorten the checkpoint interval)",
              pending, left.get(), needed));
    }
  }

  /** Lets go of what no retained checkpoint names any more: log segments. Idempotent. */
  public void forget(List<Committable> committables) throws SinkException {
    requireOpen();
    for (Committable committable : committables) {
      effect.forget(committable);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new ProtocolException("HO-5", "the committer is closed");
    }
  }

  /** Frees resources; commits and aborts nothing. Idempotent. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      effect.close();
    }
  }

  /** Adds up outcomes. One thread at a time. */
  private static final class Tally {
    private final List<CommitFailedException.Failure> failures = new ArrayList<>();
    private int committed;
    private int alreadyCommitted;
    private long records;

    /** Whether the writer's next committable may follow. */
    boolean add(Pending pending, CommitOutcome outcome) {
      switch (outcome.kind()) {
        case COMMITTED -> committed++;
        case ALREADY_COMMITTED -> alreadyCommitted++;
        case LOST, IN_DOUBT, RETRY_LATER -> {
          failures.add(new CommitFailedException.Failure(pending, outcome));
          return false;
        }
      }
      records += pending.committable().records();
      return true;
    }

    CommitReport report() {
      return new CommitReport(committed, alreadyCommitted, records);
    }
  }
}
