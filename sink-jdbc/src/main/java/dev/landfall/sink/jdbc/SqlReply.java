package dev.landfall.sink.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * What a database answered to one statement of the probe. Immutable, thread-safe.
 *
 * @param error empty for success
 * @param code the server's number of the error, or 0
 * @param rows of a query, the columns of each joined by a bar
 */
record SqlReply(String error, int code, String state, List<String> rows) {
  static SqlReply of(List<String> rows) {
    return new SqlReply("", 0, "", List.copyOf(rows));
  }

  static SqlReply of(SQLException e) {
    return new SqlReply(
        String.valueOf(e.getMessage()),
        e.getErrorCode(),
        e.getSQLState() == null ? "" : e.getSQLState(),
        List.of());
  }

  boolean isOk() {
    return error.isEmpty();
  }

  /** The same kind of refusal, whatever names the message holds. */
  boolean isLike(SqlReply other) {
    return code == other.code && state.equals(other.state);
  }

  /** In one line. */
  @Override
  public String toString() {
    if (isOk()) {
      return rows.isEmpty() ? "OK" : "rows " + rows;
    }
    return (code == 0 ? "" : "error " + code + ", ") + "SQLSTATE " + state + ": " + error;
  }
}
