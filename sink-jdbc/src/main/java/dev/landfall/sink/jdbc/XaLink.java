package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * One connection for the second phase: list, commit, roll back. After any XA error the connection
 * is ended and the next call makes another, for drivers and servers disagree about what state it is
 * in. One thread at a time.
 */
final class XaLink implements AutoCloseable {
  private final Database database;
  private @Nullable XAConnection open;

  XaLink(Database database) {
    this.database = database;
  }

  private XAResource resource() throws SinkException, XAException {
    XAConnection link = open;
    try {
      if (link == null) {
        link = XaDataSources.connect(database);
        open = link;
        Connection connection = link.getConnection();
        database.initialise(connection);
      }
      return link.getXAResource();
    } catch (SQLException e) {
      close();
      throw database.failure(
          "connect to " + JdbcUrl.withoutSecrets(database.configuration().url()), e);
    }
  }

  void commit(Xid xid) throws SinkException, XAException {
    try {
      resource().commit(xid, false);
    } catch (XAException e) {
      close();
      throw e;
    }
  }

  void rollback(Xid xid) throws SinkException, XAException {
    try {
      resource().rollback(xid);
    } catch (XAException e) {
      close();
      throw e;
    }
  }

  /** Every prepared branch that the server shows, ours and others'. */
  List<BranchXid> prepared() throws SinkException, XAException {
    try {
      List<BranchXid> all = new ArrayList<>();
      for (Xid xid : resource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) {
        if (xid != null) {
          all.add(BranchXid.of(xid));
        }
      }
      return all;
    } catch (XAException e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() {
    XAConnection link = open;
    open = null;
    if (link != null) {
      try {
        link.close();
      } catch (SQLException e) {
        // It is gone either way.
      }
    }
  }
}
