package dev.landfall.sink.jdbc;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A session that writes branches: the driver's XA connection, registered for its generation before
 * it writes anything (T-8). One thread at a time.
 */
final class XaSession implements AutoCloseable {
  private final Ledger ledger;
  private final XAConnection link;
  private final Connection connection;
  private final XAResource resource;
  private final boolean detaches;
  private SessionTable.@Nullable Entry entry;

  private XaSession(Ledger ledger, XAConnection link) throws SQLException {
    this.ledger = ledger;
    this.link = link;
    this.connection = link.getConnection();
    this.resource = link.getXAResource();
    ledger.database().initialise(connection);
    this.detaches = ledger.database().dialect().detaches(connection);
  }

  /**
   * Connects and registers.
   *
   * @throws FencedException if a newer generation has taken over
   */
  static XaSession open(Ledger ledger, IntervalId first) throws SinkException {
    Database database = ledger.database();
    XAConnection link = null;
    try {
      link = XaDataSources.connect(database);
      XaSession session = new XaSession(ledger, link);
      session.register(first);
      return session;
    } catch (SQLException e) {
      abandon(link);
      throw database.failure("open a session for " + first, e);
    }
  }

  private static void abandon(@Nullable XAConnection link) {
    if (link != null) {
      try {
        link.close();
      } catch (SQLException e) {
        // It is gone either way.
      }
    }
  }

  private void register(IntervalId first) throws SQLException, FencedException {
    // 1. be seen  2. look: see FenceTable
    entry =
        ledger
            .sessions()
            .register(
                connection,
                first,
                ledger.instance(),
                SessionTable.Work.WRITE,
                ledger.sessionCount().incrementAndGet());
    try {
      ledger.fences().requireNewest(connection, first.writer(), first.generation());
    } catch (FencedException e) {
      close();
      throw e;
    }
  }

  Connection connection() {
    return connection;
  }

  XAResource resource() {
    return resource;
  }

  /** Whether the session is free for the next branch once one is prepared. */
  boolean detachesOnPrepare() {
    return detaches;
  }

  /**
   * Closes the session and returns once another one can commit or roll back the branch that it has
   * prepared, where the server keeps a branch on its session.
   */
  void setBranchFree() throws SinkException, InterruptedException {
    SessionTable.Entry registered = entry;
    close();
    if (registered != null) {
      SessionEnd.await(ledger, registered);
    }
  }

  /**
   * Ends the session. What it has not prepared vanishes with it; what it has prepared stays (T-11).
   * Its row goes if that is easily done, else at the next take-over.
   */
  @Override
  public void close() {
    abandon(link);
    SessionTable.Entry registered = entry;
    entry = null;
    if (registered != null) {
      try {
        ledger
            .database()
            .oneByOne(
                "forget session " + registered.name(),
                other -> {
                  ledger.sessions().remove(other, registered);
                  return true;
                });
      } catch (SinkException e) {
        // The row of a dead session harms nobody.
      }
    }
  }
}
