package dev.landfall.sink.jdbc;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a segment and its confirmation row in one local transaction. One thread at a time.
 *
 * <p><b>Protocol.</b> Before the first segment of a writer and generation the session registers
 * (T-8, W-6; see {@link FenceTable}). Then: confirmation row, rows, COMMIT. The confirmation comes
 * first in the transaction and becomes visible with the rest: its key makes a second publication of
 * the same segment wait for the first one's end and then fail before it has written anything.
 *
 * <p><b>Crash analysis.</b> Crash before COMMIT reached the server: rolled back with the session,
 * nothing is visible. Crash after it: rows and confirmation are visible, and the next publication
 * answers {@code AlreadyCommitted}. There is no state in between, hence nothing to clean (W-5).
 * Stopped before COMMIT: the session lives, and its confirmation row holds the successor's back.
 * Its session is then ended, as it would be by the fence, which comes only after what was restored.
 */
final class ConfirmPublisher implements SegmentPublisher {
  private final Ledger ledger;
  private final Database database;
  private final RejectedRecords rejected;
  private final Pruning pruning;
  private final RecordIntake intake;
  private final RowSender sender;
  private @Nullable Connection connection;
  private @Nullable BranchRows rows;
  private final Map<Registration, SessionTable.Entry> registered = new HashMap<>();

  ConfirmPublisher(Ledger ledger, RejectedRecords rejected) {
    this.ledger = ledger;
    this.database = ledger.database();
    this.rejected = rejected;
    this.pruning = new Pruning(ledger);
    this.intake = new RecordIntake(database, rejected);
    this.sender = RowSender.of(database);
  }

  /** Whether a connection can still be talked to. */
  private enum Condition {
    SOUND,
    BROKEN
  }

  /** For what the session may publish. */
  private record Registration(WriterId writer, Generation generation) {}

  @Override
  public CommitOutcome publish(Segment segment)
      throws SinkException, IOException, InterruptedException {
    IntervalId interval = segment.committable().interval();
    boolean done = false;
    try {
      Connection session = session();
      boolean fresh = mayPublish(session, interval) && confirm(session, segment);
      CommitOutcome outcome =
          fresh
              ? write(session, segment)
              : CommitOutcome.alreadyCommitted("the confirmation row of " + interval + " is there");
      done = true;
      return outcome;
    } catch (SQLException e) {
      throw database.failure("publish " + interval, e);
    } finally {
      if (!done) {
        // Rolls back, and leaves no connection in a state that nobody knows.
        release(Condition.BROKEN);
      }
    }
  }

  private Connection session() throws SinkException {
    Connection open = connection;
    if (open == null) {
      ledger.bookkeeping().create(database);
      open = database.connect();
      connection = open;
    }
    return open;
  }

  /**
   * Registers for the interval's writer and generation. What is confirmed is told without that: a
   * host that had recovered and fenced, and died before its next checkpoint, restores the same
   * committables again, which are then fenced and confirmed.
   *
   * @return false if the interval is confirmed already
   */
  private boolean mayPublish(Connection session, IntervalId interval)
      throws SQLException, FencedException {
    Registration wanted = new Registration(interval.writer(), interval.generation());
    if (registered.containsKey(wanted)) {
      return true;
    }
    boolean confirmed = ledger.confirmations().contains(session, interval);
    session.commit();
    if (!confirmed) {
      register(session, interval, wanted);
    }
    return !confirmed;
  }

  private void register(Connection open, IntervalId interval, Registration wanted)
      throws SQLException, FencedException {
    // 1. be seen  2. look: see FenceTable
    SessionTable.Entry entry =
        ledger
            .sessions()
            .register(
                open,
                interval,
                ledger.instance(),
                SessionTable.Work.PUBLISH,
                ledger.sessionCount().incrementAndGet());
    forgetOlder(open, wanted);
    open.commit();
    registered.put(wanted, entry);
    ledger.fences().requireNewest(open, interval.writer(), interval.generation());
    open.commit();
  }

  /**
   * A session that goes on for a newer generation of its writer is no session of the older one any
   * more. Where the writer lives in another process than the committer, its fence would otherwise
   * end the session that publishes for it.
   */
  private void forgetOlder(Connection open, Registration wanted) throws SQLException {
    for (Registration older : List.copyOf(registered.keySet())) {
      if (older.writer().equals(wanted.writer())
          && older.generation().isOlderThan(wanted.generation())) {
        ledger.sessions().remove(open, registered.remove(older));
      }
    }
  }

  /** Inserts the confirmation row; answers false if it is there already. */
  private boolean confirm(Connection session, Segment segment) throws SQLException, SinkException {
    IntervalId interval = segment.committable().interval();
    try {
      ledger.confirmations().insert(session, interval, segment.committable().records());
      return true;
    } catch (SQLException e) {
      rollback(session, e);
      SqlFailure failure = SqlFailure.of(e, database.dialect());
      if (failure == SqlFailure.LOCK) {
        new Fencing(ledger).endRivals(interval); // and the host asks again
      }
      if (failure == SqlFailure.DATA && ledger.confirmations().contains(session, interval)) {
        session.commit();
        return false;
      }
      throw e;
    }
  }

  /** A session that was ended cannot roll back; that it was ended is the error to tell. */
  private static void rollback(Connection session, SQLException cause) throws SQLException {
    try {
      session.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
      throw cause;
    }
  }

  private CommitOutcome write(Connection session, Segment segment)
      throws SinkException, IOException, InterruptedException, SQLException {
    if (rows != null) {
      rows.begin();
    }
    try (SegmentReader reader = segment.open()) {
      Optional<SinkRecord> next = reader.next();
      while (next.isPresent()) {
        intake.add(next.get());
        if (intake.isFull()) {
          send(session);
        }
        next = reader.next();
      }
    }
    intake.settle();
    if (!intake.isEmpty()) {
      send(session);
    }
    sender.settle();
    session.commit();
    pruning.committed(segment.committable().interval());
    return CommitOutcome.committed();
  }

  private void send(Connection session) throws SinkException, InterruptedException {
    BranchRows open = rows;
    if (open == null) {
      Target target = intake.target();
      Dialect dialect = database.dialect();
      RowStatements statements =
          new RowStatements(
              session,
              target,
              dialect,
              database.configuration().batchRows(),
              count -> Sql.insert(dialect, target, count));
      open = new BranchRows(database, statements, rejected, database.batchBytes(session));
      rows = open;
    }
    BranchRows target = open;
    List<Row> batch = intake.drain();
    sender.send(() -> target.write(batch));
  }

  private void release(Condition condition) {
    sender.close();
    intake.clear();
    if (rows != null) {
      rows.close();
      rows = null;
    }
    Connection open = connection;
    connection = null;
    if (open != null) {
      forgetSessions(open, condition);
    }
  }

  /** The rows of this session go if that is easily done, else at the next take-over. */
  private void forgetSessions(Connection open, Condition condition) {
    try {
      if (condition == Condition.SOUND) {
        for (SessionTable.Entry entry : registered.values()) {
          ledger.sessions().remove(open, entry);
        }
        open.commit();
      }
    } catch (SQLException e) {
      // The row of a dead session harms nobody.
    }
    registered.clear();
    // Not back to the pool: the marks of the session end with it.
    database.destroy(open);
  }

  @Override
  public void close() {
    release(Condition.SOUND);
  }
}
