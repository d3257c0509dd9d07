package dev.landfall.sink.jdbc;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/** One open branch. One thread at a time. */
final class XaBranch {
  private final Database database;
  private final XaSession session;
  private final IntervalId interval;
  private final BranchXid xid;
  private final BranchRows rows;
  private long written;

  private XaBranch(Database database, XaSession session, IntervalId interval, BranchRows rows) {
    this.database = database;
    this.session = session;
    this.interval = interval;
    this.xid = Xids.of(interval);
    this.rows = rows;
  }

  static XaBranch start(
      Database database,
      XaSession session,
      IntervalId interval,
      Target target,
      RejectedRecords rejected)
      throws SinkException {
    Dialect dialect = database.dialect();
    long batchBytes = database.batchBytes(session.connection());
    RowStatements statements =
        new RowStatements(
            session.connection(),
            target,
            dialect,
            database.configuration().batchRows(),
            count ->
                database.configuration().writesByKey()
                    ? dialect.upsertSql(target, count)
                    : Sql.insert(dialect, target, count));
    XaBranch branch =
        new XaBranch(
            database,
            session,
            interval,
            new BranchRows(database, statements, rejected, batchBytes));
    try {
      session.resource().start(branch.xid, XAResource.TMNOFLAGS);
      return branch;
    } catch (XAException e) {
      throw XaErrors.beforePrepared("begin " + interval, e, dialect);
    }
  }

  void write(List<Row> batch) throws SinkException, InterruptedException {
    written += rows.write(batch);
  }

  /** How many rows it holds. */
  long rows() {
    return written;
  }

  /** Confirmation row, end, prepare: from the return on any process can commit it (T-2). */
  void prepare(ConfirmationTable confirmations) throws SinkException {
    try {
      confirmations.insert(session.connection(), interval, written);
      rows.close();
      session.resource().end(xid, XAResource.TMSUCCESS);
      session.resource().prepare(xid);
    } catch (SQLException e) {
      throw database.failure("confirm " + interval + " in its branch", e);
    } catch (XAException e) {
      throw XaErrors.beforePrepared("prepare " + interval, e, database.dialect());
    }
  }

  /** Discards it; answers false if the session must be closed instead. */
  boolean rollback() {
    rows.close();
    boolean sound = true;
    try {
      session.resource().end(xid, XAResource.TMFAIL);
    } catch (XAException e) {
      // XA_RB*: it is rolled back already or about to be; after any error the session goes.
      sound = false;
    }
    try {
      session.resource().rollback(xid);
      return sound;
    } catch (XAException e) {
      return false;
    }
  }
}
