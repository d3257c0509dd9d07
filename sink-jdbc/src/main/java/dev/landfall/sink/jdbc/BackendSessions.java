package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * PostgreSQL: a backend is known by process id and start, since a process id comes again. A role
 * may end its own backends ({@code pg_terminate_backend}, manual 9.28.2). Stateless, thread-safe.
 */
final class BackendSessions implements Sessions {
  private static final String START = "extract(epoch FROM backend_start)::text";

  @Override
  public Mark mark(Connection connection, String name) throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement(
                "SELECT pid, " + START + " FROM pg_stat_activity WHERE pid = pg_backend_pid()");
        ResultSet row = query.executeQuery()) {
      row.next();
      return new Mark(row.getLong(1), row.getString(2));
    }
  }

  @Override
  public boolean isAlive(Connection connection, String name, Mark mark) throws SQLException {
    return ask(connection, "SELECT true", mark);
  }

  @Override
  public void end(Connection connection, String name, Mark mark) throws SQLException {
    ask(connection, "SELECT pg_terminate_backend(pid)", mark);
  }

  private static boolean ask(Connection connection, String select, Mark mark) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            select + " FROM pg_stat_activity WHERE pid = ? AND " + START + " = ?")) {
      query.setLong(1, mark.number());
      query.setString(2, mark.identity());
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
