package dev.landfall.sink.jdbc;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.WriterScope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What both modes with generations do at a take-over. One thread at a time.
 *
 * <p><b>Crash analysis.</b> Crash after the fence is raised: no older session can register any
 * more; the next start raises it further and ends the sessions. Crash while sessions are ended:
 * their rows stay until they are gone, so the next start finds them.
 */
final class Fencing {
  private static final Logger LOG = LoggerFactory.getLogger(Fencing.class);
  private static final Duration END_BOUND = Duration.ofSeconds(30);
  private static final Duration END_LOOK = Duration.ofMillis(50);

  private final Ledger ledger;

  Fencing(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The newest generation among fences, sessions and confirmations. */
  Generation newest(WriterScope scope) throws SinkException {
    ledger.bookkeeping().create(ledger.database());
    return ledger
        .database()
        .oneByOne(
            "read the newest generation of " + scope,
            connection -> {
              Generation newest = Generation.NONE;
              for (FenceTable.Fence fence : ledger.fences().read(connection, scope.sink())) {
                newest = fence.scope().overlaps(scope) ? newest.max(fence.generation()) : newest;
              }
              for (SessionTable.Entry entry : ledger.sessions().read(connection, scope.sink())) {
                newest = newest(newest, entry.first(), scope);
              }
              for (IntervalId confirmed : ledger.confirmations().newest(connection, scope.sink())) {
                newest = newest(newest, confirmed, scope);
              }
              return newest;
            });
  }

  private static Generation newest(Generation newest, IntervalId interval, WriterScope scope) {
    return scope.contains(interval.writer()) ? newest.max(interval.generation()) : newest;
  }

  /** The newest confirmed interval of each writer in the scope (HO-15). */
  List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    ledger.bookkeeping().create(ledger.database());
    return ledger
        .database()
        .oneByOne(
            "read the confirmations of " + scope,
            connection ->
                ledger.confirmations().newest(connection, scope.sink()).stream()
                    .filter(interval -> scope.contains(interval.writer()))
                    .toList());
  }

  /**
   * Raises the fence, then ends the sessions of older generations and waits until they are gone.
   */
  void fence(WriterScope scope, Generation current) throws SinkException, InterruptedException {
    ledger.bookkeeping().create(ledger.database());
    Optional<FencedException> refusal =
        ledger
            .database()
            .oneByOne(
                "fence " + scope,
                connection -> {
                  // 1. from here on no older session can register
                  try {
                    ledger.fences().raise(connection, scope, current, ledger.instance());
                    return Optional.empty();
                  } catch (FencedException e) {
                    return Optional.of(e);
                  }
                });
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    // 2. those that had registered are ended
    long deadline = ledger.database().context().time().nanos() + END_BOUND.toNanos();
    boolean ended = false;
    while (endOlder(scope, current)) {
      ended = true;
      if (ledger.database().context().time().nanos() > deadline) {
        throw new StoreUnavailableException(
            "Cannot fence "
                + scope
                + ": sessions of an older generation still live after "
                + END_BOUND.toSeconds()
                + " s (end them by hand, or let the user end its own sessions)");
      }
      ledger.database().context().time().pause(END_LOOK);
    }
    if (ended) {
      ledger.database().context().time().pause(SessionEnd.FREED);
    }
  }

  /** Ends every older session, forgets those that are gone, and tells whether any still lives. */
  private boolean endOlder(WriterScope scope, Generation current) throws SinkException {
    return ledger
        .database()
        .oneByOne(
            "end older sessions of " + scope,
            connection -> {
              boolean lives = false;
              for (SessionTable.Entry entry : ledger.sessions().read(connection, scope.sink())) {
                if (isOlder(entry, scope, current)) {
                  lives |= isStillThereAfterEnding(connection, entry);
                }
              }
              return lives;
            });
  }

  /** A publisher of this very process has just published what was restored, and goes on. */
  private boolean isOlder(SessionTable.Entry entry, WriterScope scope, Generation current) {
    boolean ownPublisher =
        entry.work() == SessionTable.Work.PUBLISH && entry.instance().equals(ledger.instance());
    return scope.contains(entry.first().writer())
        && entry.first().generation().isOlderThan(current)
        && !ownPublisher;
  }

  /**
   * Ends the sessions of other processes that publish for the writer of an interval: one that was
   * stopped holds its confirmation row in an open transaction, and recovery publishes before it
   * fences (HO-8). What the other had not committed is rolled back, and published here.
   */
  void endRivals(IntervalId interval) throws SinkException {
    ledger
        .database()
        .oneByOne(
            "end other sessions that publish " + interval,
            connection -> {
              boolean lives = false;
              for (SessionTable.Entry entry :
                  ledger.sessions().read(connection, interval.writer().sink())) {
                if (isRival(entry, interval)) {
                  lives |= isStillThereAfterEnding(connection, entry);
                }
              }
              return lives;
            });
  }

  private boolean isRival(SessionTable.Entry entry, IntervalId interval) {
    return entry.work() == SessionTable.Work.PUBLISH
        && !entry.instance().equals(ledger.instance())
        && entry.first().writer().equals(interval.writer())
        && !interval.generation().isOlderThan(entry.first().generation());
  }

  private boolean isStillThereAfterEnding(Connection connection, SessionTable.Entry entry)
      throws SQLException {
    if (!ledger.sessions().isAlive(connection, entry)) {
      ledger.sessions().remove(connection, entry);
      return false;
    }
    LOG.info("Ending session {} of {}", entry.mark().number(), entry.first());
    ledger.sessions().end(connection, entry);
    return true;
  }
}
