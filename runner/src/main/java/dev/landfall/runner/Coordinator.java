package dev.landfall.runner;

import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Takes checkpoints, one at a time. One thread at a time: the run's own.
 *
 * <p><b>Protocol.</b> For checkpoint {@code n}: every reading thread sends its barrier and tells
 * its positions; every writer, having met the barrier of all reading threads, ends its interval;
 * what is pending is alive (HO-13); positions and committables become durable; the committer
 * commits everything up to {@code n} beside the next interval's writes. The barrier of {@code n+1}
 * is not sent before that commit has ended, so at most one durable checkpoint waits for its commit.
 *
 * <p><b>Invariants.</b> A checkpoint is complete only with the positions of all reading threads and
 * with no writer's barrier outstanding, those of failed checkpoints included: their committables
 * belong to records before the positions (HO-6). Nothing is committed but what is durable (HO-4).
 * With {@code rejected: fail} no checkpoint is completed once a record was rejected.
 *
 * <p><b>Crash analysis.</b> Before the rename in {@code HeldState.complete}: the next start replays
 * from checkpoint {@code n-1}, and what was prepared is dangling. After it: the next start commits
 * what checkpoint {@code n} holds. Between commit and the next checkpoint: it commits again, and
 * the sink answers that this was done before, by proof (T-4).
 */
final class Coordinator {
  private static final Duration TICK = Duration.ofMillis(100);

  private final CheckpointSettings settings;
  private final Journal journal;
  private final Ledger ledger;
  private final Crew crew;
  private final CommitterTask committer;
  private final Rejections rejections;
  private final Counters counters;
  private final Source source;
  private final Events events;
  private final HostTime time;
  private final RunListener listener;

  private final Set<Integer> ended = new HashSet<>();
  private @Nullable Round round;
  private boolean committing;
  private boolean stopping;
  private boolean lastRound;
  private boolean done;
  private long lastRoundNanos;
  private long lastTickNanos;
  private final StallWatch stalls;
  private IntervalClock clock;
  private Optional<CheckpointId> durable;
  private int failuresInARow;
  private long covered;
  private long arrived;
  private long durablyArrived;
  private long settled;
  private long committed;
  private long checkpoints;

  Coordinator(
      CheckpointSettings settings,
      Journal journal,
      Ledger ledger,
      Crew crew,
      CommitterTask committer,
      Source source,
      Shared shared,
      RunListener listener) {
    this.settings = settings;
    this.journal = journal;
    this.ledger = ledger;
    this.crew = crew;
    this.committer = committer;
    this.rejections = shared.rejections();
    this.counters = shared.counters();
    this.source = source;
    this.events = shared.events();
    this.time = shared.time();
    this.listener = listener;
    this.clock = new IntervalClock(time.nanos());
    List<Pulse> pulses = new ArrayList<>(crew.pulses());
    pulses.add(committer.pulse());
    this.stalls = new StallWatch(pulses, settings.timeout(), time.nanos());
    this.durable = journal.newest();
  }

  /** Runs until the input ends or somebody asks to stop. */
  RunSummary.End run() throws AttemptException, StateException, InterruptedException {
    lastRoundNanos = time.nanos();
    clock = new IntervalClock(lastRoundNanos);
    while (!done) {
      Event event = events.poll(TICK);
      if (event != null) {
        handle(event);
      }
      advance();
      if (time.nanos() - lastTickNanos >= TICK.toNanos()) {
        tick();
      }
    }
    tick();
    if (stopping) {
      return RunSummary.End.STOPPED;
    }
    return counters.read() == 0 ? RunSummary.End.NOTHING_TO_DO : RunSummary.End.END_OF_INPUT;
  }

  Tally tally() {
    return new Tally(
        counters.read(), counters.written(), rejections.count(), committed, 0, checkpoints);
  }

  private void tick() {
    lastTickNanos = time.nanos();
    stalls.look(lastTickNanos).forEach(listener::stalled);
    long written = counters.written();
    listener.progressed(
        new RunProgress(
            counters.read(),
            written,
            rejections.count(),
            committed,
            checkpoints,
            durable,
            written > settled ? clock.age(lastTickNanos) : Duration.ZERO,
            source.progress()));
  }

  private void handle(Event event) throws AttemptException, StateException {
    if (event instanceof Event.ReaderAtBarrier at) {
      if (round != null && round.id().equals(at.checkpoint())) {
        round.reached(at.reader(), at.positions());
      }
    } else if (event instanceof Event.WriterAtBarrier at) {
      crew.arrived(at.writer());
      ledger.add(at.barriers(), at.records() - at.rejected());
      arrived += at.records();
    } else if (event instanceof Event.ReaderEnded at) {
      ended.add(at.reader());
    } else if (event instanceof Event.SplitsFound found) {
      ended.removeAll(crew.assign(found.splits()));
    } else if (event instanceof Event.Committed commit) {
      committed(commit);
    } else if (event instanceof Event.Rejected one) {
      listener.rejected(one.record());
    } else if (event instanceof Event.StopRequested) {
      stopping = true;
      crew.stopReading();
    } else if (event instanceof Event.Failed failed) {
      requireNoneRejected();
      throw AttemptException.of(failed.cause());
    }
  }

  private void advance() throws AttemptException, StateException, InterruptedException {
    requireNoneRejected();
    Round current = round;
    if (current == null) {
      beginWhenDue();
    } else if (current.hasAll(crew.readers()) && crew.allArrived()) {
      complete(current);
    } else if (time.nanos() - current.startedNanos() > settings.timeout().toNanos()) {
      String actual = "it took longer than " + seconds(settings.timeout()) + whoIsSlow();
      fail(
          current,
          "Cannot complete checkpoint " + current.id() + ": " + actual,
          " (raise checkpoint.timeout or checkpoint.tolerated-failures, or find what is slow)");
    }
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }

  private String whoIsSlow() {
    return stalls
        .longest(time.nanos())
        .filter(one -> !one.lasts().minusSeconds(1).isNegative())
        .map(one -> "; " + one.who() + " is in " + one.call() + " of the sink")
        .orElse("");
  }

  private void requireNoneRejected() throws AttemptException {
    Optional<RejectedRecord> first = rejections.failure();
    if (first.isPresent()) {
      // Shown before the run ends, with those that came right after it.
      throw AttemptException.rejected(first.get());
    }
  }

  private void beginWhenDue() throws StateException {
    boolean last = stopping || ended.size() == crew.readers();
    if (committing || !(last || time.nanos() - lastRoundNanos >= settings.interval().toNanos())) {
      return;
    }
    if (last && counters.read() == 0) {
      end(); // Nothing came, so there is nothing to cover.
      return;
    }
    lastRound = last;
    lastRoundNanos = time.nanos();
    round = new Round(journal.nextId(), lastRoundNanos);
    clock.barrier(lastRoundNanos);
    crew.sendBarrier(round.id());
  }

  private void complete(Round current)
      throws AttemptException, StateException, InterruptedException {
    CheckpointId id = current.id();
    List<Pending> pending = ledger.pending(id);
    requireAlive(pending); // 1. what it promises can be kept (HO-13)
    requireNoneRejected();
    try {
      journal.complete(id, current.positions(), ledger.newest(), pending); // 2. durable
    } catch (StateException e) {
      if (e.reason() != StateException.Reason.FAILED) {
        throw e;
      }
      fail(current, String.valueOf(e.getMessage()), "");
      return;
    }
    round = null;
    failuresInARow = 0;
    checkpoints++;
    durable = Optional.of(id);
    durablyArrived = arrived;
    covered += ledger.completed(id);
    listener.checkpointCompleted(id, Duration.ofNanos(time.nanos() - current.startedNanos()));
    committing = true;
    committer.commit(id, pending); // 3. visible
  }

  private void requireAlive(List<Pending> pending) throws AttemptException, InterruptedException {
    if (pending.isEmpty()) {
      return;
    }
    Future<?> alive = committer.requireAlive(pending, settings.toleratedDowntime());
    try {
      alive.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw restart(AttemptException.of(cause).getMessage(), cause);
    } catch (TimeoutException e) {
      throw restart("Cannot ask for prepared work within " + seconds(settings.timeout()), e);
    }
  }

  private static AttemptException restart(@Nullable String message, Throwable cause) {
    return new AttemptException(
        RunException.Kind.OTHER, AttemptException.Remedy.RESTART, String.valueOf(message), cause);
  }

  private void fail(Round failed, String reason, String remedy) throws AttemptException {
    round = null;
    listener.checkpointFailed(failed.id(), reason);
    failuresInARow++;
    if (failuresInARow > settings.toleratedFailures()) {
      throw AttemptException.refused(
          RunException.Kind.OTHER,
          String.format(
              "%s; %d failed in a row, expected at most %d%s",
              reason, failuresInARow, settings.toleratedFailures(), remedy));
    }
  }

  private void committed(Event.Committed commit) throws StateException {
    ledger.committed();
    committing = false;
    settled = durablyArrived;
    clock.committed();
    long visible = Math.max(0, covered - rejections.takeRefusedAtCommit());
    listener.committed(commit.checkpoint(), visible);
    committed += visible;
    covered = 0;
    committer.forget(journal.retain()); // 4. no checkpoint names it any more
    if (lastRound) {
      end();
    }
  }

  /**
   * Leaves a checkpoint that names nothing: proof of a commit need not live for ever in a store,
   * and the next start may be months away.
   */
  private void end() throws StateException {
    if (ledger.isNamed()) {
      CheckpointId id = journal.nextId();
      long startedNanos = time.nanos();
      journal.complete(id, Map.of(), ledger.newest(), List.of());
      checkpoints++;
      durable = Optional.of(id);
      listener.checkpointCompleted(id, Duration.ofNanos(time.nanos() - startedNanos));
      committer.forget(journal.retain());
    }
    done = true;
  }
}
