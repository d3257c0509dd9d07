package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;

/**
 * MySQL and MariaDB: a session holds a named lock for as long as it lives, and {@code IS_USED_LOCK}
 * names its holder. A bare connection number would not do: after a restart of the server it belongs
 * to somebody else. A user may end own sessions without any right (MySQL manual, KILL). Stateless,
 * thread-safe.
 */
final class NamedLockSessions implements Sessions {
  @Override
  public Mark mark(Connection connection, String name) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT CONNECTION_ID(), GET_LOCK(?, 0)")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        if (row.getInt(2) != 1) {
          throw new SQLTransientException("another session holds the lock " + name, "40001");
        }
        return new Mark(row.getLong(1), "");
      }
    }
  }

  @Override
  public boolean isAlive(Connection connection, String name, Mark mark) throws SQLException {
    return holder(connection, name) != 0;
  }

  @Override
  public void end(Connection connection, String name, Mark mark) throws SQLException {
    long holder = holder(connection, name);
    if (holder == 0) {
      return;
    }
    try (Statement kill = connection.createStatement()) {
      kill.execute("KILL CONNECTION " + holder);
    } catch (SQLException e) {
      // 1094: it ended by itself meanwhile.
      if (e.getErrorCode() != 1094) {
        throw e;
      }
    }
  }

  private static long holder(Connection connection, String name) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT IS_USED_LOCK(?)")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }
  }
}
