package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.stores.SqlStore;
import java.sql.Statement;
import javax.transaction.xa.XAResource;

/** Prepares one branch by hand and then does nothing, with its session still open. */
final class FrozenHost {
  static final int ROWS = 3;

  private FrozenHost() {}

  static HostProcess start(SqlStore store, String table, String pipeline) throws Exception {
    return HostProcess.start(
        FrozenHost.class, store.jdbcUrl(), store.user(), store.password(), table, pipeline);
  }

  static IntervalId interval(SinkId sink) {
    return new IntervalId(sink.writer(0), new Generation(1), 1);
  }

  /** Arguments: url, user, password, table, pipeline. */
  public static void main(String[] arguments) throws Exception {
    SinkId sink = new SinkId(arguments[4], "rows");
    JdbcConfiguration configuration =
        JdbcSettings.of(arguments[0], arguments[3])
            .user(arguments[1], arguments[2])
            .mode(JdbcMode.XA)
            .build();
    Database database =
        new Database(
            configuration, JdbcSettings.context(sink), Dialects.of(arguments[0]).orElseThrow());
    Ledger ledger = Ledger.of(database);
    ledger.bookkeeping().create(database);
    XaSession session = XaSession.open(ledger, interval(sink));
    BranchXid xid = Xids.of(interval(sink));
    session.resource().start(xid, XAResource.TMNOFLAGS);
    try (Statement statement = session.connection().createStatement()) {
      for (int id = 0; id < ROWS; id++) {
        statement.execute("INSERT INTO " + arguments[3] + " (id, a) VALUES (" + id + ", 'old')");
      }
    }
    ledger.confirmations().insert(session.connection(), interval(sink), ROWS);
    session.resource().end(xid, XAResource.TMSUCCESS);
    session.resource().prepare(xid);
    System.out.println("prepared");
    System.out.flush();
    int ended = System.in.read(); // until it is killed
    System.out.println("ended " + ended);
  }
}
