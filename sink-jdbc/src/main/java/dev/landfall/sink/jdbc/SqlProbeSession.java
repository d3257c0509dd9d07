package dev.landfall.sink.jdbc;

import dev.landfall.sdk.probe.Transcript;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One connection of the probe, and what goes over it. One thread at a time. */
final class SqlProbeSession implements AutoCloseable {
  private static final int ANSWER_SECONDS = 10;

  private final String name;
  private final Connection connection;
  private final Transcript transcript;

  SqlProbeSession(String name, Connection connection, Transcript transcript) {
    this.name = name;
    this.connection = connection;
    this.transcript = transcript;
  }

  /** Sends a statement; whatever comes back is an answer. */
  SqlReply ask(String sql) {
    transcript.sent(name, sql);
    SqlReply reply = reply(sql);
    transcript.answered(name, reply.toString());
    return reply;
  }

  /** The same, without a line in the transcript: for what is repeated. */
  SqlReply reply(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(ANSWER_SECONDS);
      if (!statement.execute(sql)) {
        return SqlReply.of(List.of());
      }
      try (ResultSet result = statement.getResultSet()) {
        return SqlReply.of(rows(result));
      }
    } catch (SQLException e) {
      return SqlReply.of(e);
    }
  }

  private static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int column = 1; column <= columns; column++) {
        row.add(String.valueOf(result.getString(column)));
      }
      rows.add(String.join("|", row));
    }
    return rows;
  }

  /**
   * Sends statements that have to succeed, or the experiment has not begun.
   *
   * @throws SQLException if one is refused
   */
  void run(List<String> statements) throws SQLException {
    for (String sql : statements) {
      SqlReply reply = ask(sql);
      if (!reply.isOk()) {
        throw new SQLException("\"" + sql + "\" was answered " + reply, reply.state());
      }
    }
  }

  void run(String... statements) throws SQLException {
    run(List.of(statements));
  }

  /**
   * The only value of a query.
   *
   * @throws SQLException if it is refused or has none
   */
  String value(String sql) throws SQLException {
    SqlReply reply = ask(sql);
    if (reply.rows().size() != 1) {
      throw new SQLException("\"" + sql + "\" was answered " + reply, reply.state());
    }
    return reply.rows().get(0);
  }

  /** What a connection of this user has without asking for it. */
  String isolation() throws SQLException {
    return switch (connection.getTransactionIsolation()) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
      case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
      case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
      default -> "serializable";
    };
  }

  /** Hangs up; a connection that the server ended is closed already. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      transcript.noted(name + " could not be closed: " + e.getMessage());
    }
  }
}
