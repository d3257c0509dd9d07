package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;

/**
 * PostgreSQL checks rights when a statement is to be run or explained, and not when it is prepared
 * (seen with PostgreSQL 18.6). Stateless, thread-safe.
 */
final class PostgresRehearsal implements Rehearsal {
  /** insufficient_privilege. */
  private static final String REFUSAL = "42501";

  /** undefined_table. */
  private static final String ABSENCE = "42P01";

  @Override
  public void judge(Connection connection, String sql) throws SQLException {
    try (PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql)) {
      int parameters = explain.getParameterMetaData().getParameterCount();
      for (int i = 1; i <= parameters; i++) {
        explain.setNull(i, Types.NULL);
      }
      explain.executeQuery().close();
    }
  }

  /**
   * CREATE cannot be explained. Who makes a table owns it, and has all rights on it; but no right
   * reaches a table in a schema without USAGE.
   */
  @Override
  public void judgeCreation(Connection connection, TableName table) throws SQLException {
    if (!has(connection, table, "CREATE") || !has(connection, table, "USAGE")) {
      throw new SQLException("permission denied for schema " + schema(connection, table), REFUSAL);
    }
  }

  /** The user has no current schema where it may use none of those that are searched. */
  private static boolean has(Connection connection, TableName table, String right)
      throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT COALESCE(has_schema_privilege(COALESCE(?, current_schema()), ?), FALSE)")) {
      query.setString(1, table.schema().orElse(null));
      query.setString(2, right);
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Columns are looked at before rights here: these name none. */
  @Override
  public List<Rights.Sent> toUnseen(String table, Use use) {
    Rights.Sent insert = Rights.Sent.of("INSERT INTO " + table + " DEFAULT VALUES", "INSERT");
    return switch (use) {
      case APPEND -> List.of(insert);
      case REPLACE ->
          List.of(
              insert, Rights.Sent.of("SELECT FROM " + table + " FOR UPDATE", "SELECT", "UPDATE"));
      case DELETE -> List.of(Rights.Sent.of("DELETE FROM " + table, "DELETE"));
    };
  }

  @Override
  public boolean isRefusal(SQLException error) {
    return REFUSAL.equals(error.getSQLState());
  }

  @Override
  public boolean isAbsence(SQLException error) {
    return ABSENCE.equals(error.getSQLState());
  }

  @Override
  public String grant(Connection connection, TableName table, List<String> rights)
      throws SQLException {
    String grant =
        "GRANT "
            + String.join(", ", rights)
            + " ON "
            + quoted(schema(connection, table))
            + "."
            + quoted(table.table())
            + " TO "
            + user(connection);
    return has(connection, table, "USAGE")
        ? grant
        : grantOnSchema(connection, table, "USAGE") + "; " + grant;
  }

  /**
   * Nothing is refused on a table that is not there, unless its schema may not be used; which of
   * both it is shows once it may.
   */
  @Override
  public String grantUnseen(Connection connection, TableName table, List<String> rights)
      throws SQLException {
    return has(connection, table, "USAGE")
        ? grant(connection, table, rights)
        : grantOnSchema(connection, table, "USAGE");
  }

  @Override
  public String grantCreation(Connection connection, TableName table) throws SQLException {
    return grantOnSchema(connection, table, "USAGE, CREATE");
  }

  private static String grantOnSchema(Connection connection, TableName table, String rights)
      throws SQLException {
    return "GRANT "
        + rights
        + " ON SCHEMA "
        + quoted(schema(connection, table))
        + " TO "
        + user(connection);
  }

  private static String schema(Connection connection, TableName table) throws SQLException {
    return table.schema().isPresent()
        ? table.schema().get()
        : one(connection, "SELECT COALESCE(current_schema(), 'public')");
  }

  private static String user(Connection connection) throws SQLException {
    return quoted(one(connection, "SELECT current_user"));
  }

  private static String quoted(String name) {
    return new PostgresDialect().quote(name);
  }

  private static String one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
