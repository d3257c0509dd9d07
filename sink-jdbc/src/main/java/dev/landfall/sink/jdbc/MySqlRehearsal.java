package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL and MariaDB check rights when a statement is prepared (seen with MySQL 8.0.33 and MariaDB
 * 11.4.5). EXPLAIN checks them too, and asks for SHOW VIEW besides. Stateless, thread-safe.
 */
final class MySqlRehearsal implements Rehearsal {
  /** Of a database, a table, a column, and of something that is no right on a table. */
  private static final Set<Integer> REFUSALS = Set.of(1044, 1142, 1143, 1227);

  /** Told only to who has the right that the statement takes. */
  private static final int NO_SUCH_TABLE = 1146;

  /**
   * The text travels in a variable, so that no literal of it depends on sql_mode. The next
   * statement of that name takes this one's place, and the last goes with its session.
   */
  @Override
  public void judge(Connection connection, String sql) throws SQLException {
    try (PreparedStatement text = connection.prepareStatement("SET @landfall_statement = ?");
        Statement statement = connection.createStatement()) {
      text.setString(1, sql);
      text.execute();
      statement.execute("PREPARE landfall_rehearsal FROM @landfall_statement");
    }
  }

  @Override
  public void judgeCreation(Connection connection, TableName table) throws SQLException {
    judge(connection, "CREATE TABLE IF NOT EXISTS " + quoted(table) + " (landfall INTEGER)");
  }

  /** Rights are given on names here and looked at before columns: any name of one does. */
  @Override
  public List<Rights.Sent> toUnseen(String table, Use use) {
    Rights.Sent insert =
        Rights.Sent.of("INSERT INTO " + table + " (landfall) VALUES (?)", "INSERT");
    return switch (use) {
      case APPEND -> List.of(insert);
      case REPLACE ->
          List.of(
              Rights.Sent.of("SELECT landfall FROM " + table, "SELECT"),
              insert,
              Rights.Sent.of("UPDATE " + table + " SET landfall = ?", "UPDATE"));
      case DELETE ->
          List.of(Rights.Sent.of("DELETE FROM " + table + " WHERE landfall = ?", "DELETE"));
    };
  }

  @Override
  public boolean isRefusal(SQLException error) {
    return REFUSALS.contains(error.getErrorCode());
  }

  @Override
  public boolean isAbsence(SQLException error) {
    return error.getErrorCode() == NO_SUCH_TABLE;
  }

  @Override
  public String grant(Connection connection, TableName table, List<String> rights)
      throws SQLException {
    Optional<String> schema =
        table.schema().isPresent() ? table.schema() : one(connection, "SELECT DATABASE()");
    return "GRANT "
        + String.join(", ", rights)
        + " ON "
        + quoted(new TableName(schema, table.table()))
        + " TO "
        + account(connection);
  }

  /** A GRANT may name a table that is not there only if CREATE is among its rights. */
  @Override
  public String grantUnseen(Connection connection, TableName table, List<String> rights)
      throws SQLException {
    List<String> all = new ArrayList<>(List.of("CREATE"));
    all.addAll(rights);
    return grant(connection, table, all);
  }

  @Override
  public String grantCreation(Connection connection, TableName table) throws SQLException {
    return grant(connection, table, List.of("CREATE"));
  }

  /** The account that the server found for this user, for a GRANT. */
  static String account(Connection connection) throws SQLException {
    String user = one(connection, "SELECT CURRENT_USER()").orElse("user@host");
    int at = user.lastIndexOf('@');
    return "'" + user.substring(0, at) + "'@'" + user.substring(at + 1) + "'";
  }

  /** Both quote alike. */
  private static String quoted(TableName table) {
    return table.quoted(new MySqlDialect());
  }

  private static Optional<String> one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }
}
