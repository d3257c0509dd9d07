package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * H2: a session is known by number and start. Ending another needs an administrator, which the user
 * of an embedded database is. Stateless, thread-safe.
 */
final class H2Sessions implements Sessions {
  private static final String START = "CAST(session_start AS VARCHAR)";

  @Override
  public Mark mark(Connection connection, String name) throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement(
                "SELECT session_id, "
                    + START
                    + " FROM information_schema.sessions WHERE session_id = SESSION_ID()");
        ResultSet row = query.executeQuery()) {
      row.next();
      return new Mark(row.getLong(1), row.getString(2));
    }
  }

  @Override
  public boolean isAlive(Connection connection, String name, Mark mark) throws SQLException {
    return ask(connection, "SELECT TRUE", mark);
  }

  @Override
  public void end(Connection connection, String name, Mark mark) throws SQLException {
    ask(connection, "SELECT ABORT_SESSION(CAST(session_id AS INTEGER))", mark);
  }

  private static boolean ask(Connection connection, String select, Mark mark) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            select
                + " FROM information_schema.sessions WHERE session_id = ? AND "
                + START
                + " = ?")) {
      query.setLong(1, mark.number());
      query.setString(2, mark.identity());
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
