package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stages each interval in one XA branch. One thread at a time.
 *
 * <p><b>Protocol.</b> The branch is begun by the interval's first batch: {@code XA START}, rows,
 * the confirmation row, {@code XA END}, {@code XA PREPARE}. An interval without rows has no branch
 * (T-10). A server that keeps a prepared branch on its session (MariaDB, MySQL before 8.0.29) gets
 * a new session for each interval. The old one is closed before the committable is handed out, for
 * that is what sets the branch free for the committer ({@link SessionEnd}).
 *
 * <p><b>Invariants.</b> Every session is registered for its generation before its first write
 * (T-8). The confirmation row is inserted in the branch that it proves, and no two branches share a
 * row. With {@code xa-writes: upsert} no row is written before the interval before is committed, so
 * a write never waits for a lock that a commit of its own pipeline must release (HO-3).
 *
 * <p><b>Crash analysis.</b> Crash before PREPARE is done: the server rolls the branch back with its
 * session, or the next take-over ends that session. Crash after it: the branch waits; if a durable
 * checkpoint holds its committable, recovery commits it, else it is dangling and is rolled back.
 * After any XA error the session is closed and the writer is of no further use (SI-2).
 */
final class XaWriter implements TransactionWriter {
  private final Ledger ledger;
  private final Database database;
  private final RejectedRecords rejected;
  private final RecordIntake intake;
  private final RowSender sender;
  private final CommitGate gate;
  private IntervalId interval;
  private @Nullable XaSession session;
  private @Nullable XaBranch branch;
  private @Nullable SinkException poison;

  XaWriter(Ledger ledger, WriterId id, Generation generation, RejectedRecords rejected) {
    this.ledger = ledger;
    this.database = ledger.database();
    this.rejected = rejected;
    this.intake = new RecordIntake(database, rejected);
    this.sender = RowSender.of(database);
    this.gate = new CommitGate(ledger);
    this.interval = new IntervalId(id, generation, 1);
  }

  /** Registers the first session, so that an older instance finds out at once (T-8). */
  XaWriter open() throws SinkException {
    session = XaSession.open(ledger, interval);
    return this;
  }

  @Override
  public void begin(IntervalId begun) throws SinkException {
    requireSound();
    interval = begun;
    branch = null;
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    requireSound();
    try {
      intake.add(record);
      if (!intake.isFull()) {
        return;
      }
      if (gate.isOpen()) {
        send();
      } else if (intake.bytes() > database.configuration().bufferSize().bytes()) {
        throw behind("its buffer of " + database.configuration().bufferSize() + " is full");
      }
    } catch (SinkException e) {
      throw poison(e);
    }
  }

  @Override
  public Optional<Committable> prepare() throws SinkException, InterruptedException {
    requireSound();
    try {
      intake.settle();
      if (!intake.isEmpty()) {
        if (!gate.isOpenNow()) {
          throw behind("the barrier has come");
        }
        send();
      }
      sender.settle();
      return branch == null || branch.rows() == 0 ? nothing() : Optional.of(prepare(branch));
    } catch (SinkException e) {
      throw poison(e);
    }
  }

  /** All records of a begun branch were rejected: nothing is left to commit. */
  private Optional<Committable> nothing() throws SinkException {
    discard();
    return Optional.empty();
  }

  private Committable prepare(XaBranch ended) throws SinkException, InterruptedException {
    ended.prepare(ledger.confirmations());
    branch = null;
    if (database.configuration().xaWrites() == XaWrites.UPSERT) {
      gate.await(interval);
    }
    XaSession used = session;
    if (used != null && !used.detachesOnPrepare()) {
      session = null;
      sender.close();
      used.setBranchFree();
    }
    return XaCommittable.of(interval, ended.rows());
  }

  private void send() throws SinkException, InterruptedException {
    XaBranch open = branch;
    if (open == null) {
      if (session == null) {
        session = XaSession.open(ledger, interval);
      }
      open = XaBranch.start(database, session, interval, intake.target(), rejected);
      branch = open;
    }
    XaBranch target = open;
    List<Row> rows = intake.drain();
    sender.send(() -> target.write(rows));
  }

  private StoreUnavailableException behind(String why) {
    return new StoreUnavailableException(
        "Cannot write "
            + interval
            + ": the interval before is not committed yet, and "
            + why
            + " (restart; raise buffer-size or the checkpoint interval if it comes back)");
  }

  /** Discards the open branch; a session that cannot do that is closed, which does it too (T-6). */
  @Override
  public void abort() {
    if (poison == null) {
      intake.clear();
      discard();
    }
  }

  private void discard() {
    sender.close();
    XaBranch open = branch;
    branch = null;
    if (open != null && !open.rollback()) {
      release();
    }
  }

  private void requireSound() throws SinkException {
    if (poison != null) {
      throw new SinkException(
          "Cannot go on after an earlier failure (SI-2): " + poison.getMessage(), poison);
    }
  }

  private SinkException poison(SinkException cause) {
    poison = cause;
    branch = null;
    release();
    return cause;
  }

  private void release() {
    sender.close();
    XaSession used = session;
    session = null;
    if (used != null) {
      used.close();
    }
  }

  @Override
  public void close() {
    branch = null;
    intake.clear();
    release();
  }
}
