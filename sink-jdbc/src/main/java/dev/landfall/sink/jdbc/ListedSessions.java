package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Sessions that the database lists in a view. One is known by number and start, since a number
 * comes again. Immutable, thread-safe.
 *
 * @param view where sessions are listed
 * @param number the column of the session's number
 * @param start the session's start as text
 * @param same whether a row is the session that began at {@code known.begun}
 * @param own the number of the session that asks
 * @param end ends the session of the row
 */
record ListedSessions(String view, String number, String start, String same, String own, String end)
    implements Sessions {
  /**
   * A role may end its own backends ({@code pg_terminate_backend}, manual 9.28.2). It does not see
   * when those of another role began: one of that number, of a server that has not been started
   * since, is taken for ours. To be refused its end is better than not to see that it lives.
   */
  static final ListedSessions POSTGRES =
      new ListedSessions(
          "pg_stat_activity",
          "pid",
          "extract(epoch FROM backend_start)::text",
          "COALESCE(extract(epoch FROM backend_start)::text = known.begun, usesysid IS NOT NULL"
              + " AND known.begun::numeric >= extract(epoch FROM pg_postmaster_start_time()))",
          "pg_backend_pid()",
          "pg_terminate_backend(pid)");

  /** Ending another needs an administrator, which the user of an embedded database is. */
  static final ListedSessions H2 =
      new ListedSessions(
          "information_schema.sessions",
          "session_id",
          "CAST(session_start AS VARCHAR)",
          "CAST(session_start AS VARCHAR) = known.begun",
          "SESSION_ID()",
          "ABORT_SESSION(CAST(session_id AS INTEGER))");

  @Override
  public Mark mark(Connection connection, String name) throws SQLException {
    String sql =
        "SELECT " + number + ", " + start + " FROM " + view + " WHERE " + number + " = " + own;
    try (PreparedStatement query = connection.prepareStatement(sql);
        ResultSet row = query.executeQuery()) {
      row.next();
      return new Mark(row.getLong(1), row.getString(2));
    }
  }

  @Override
  public boolean isAlive(Connection connection, String name, Mark mark) throws SQLException {
    return ask(connection, "TRUE", mark);
  }

  @Override
  public void end(Connection connection, String name, Mark mark) throws SQLException {
    ask(connection, end, mark);
  }

  private boolean ask(Connection connection, String what, Mark mark) throws SQLException {
    String sql =
        "SELECT "
            + what
            + " FROM "
            + view
            + ", (SELECT CAST(? AS VARCHAR) AS begun) known WHERE "
            + number
            + " = ? AND "
            + same;
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, mark.identity());
      query.setLong(2, mark.number());
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
