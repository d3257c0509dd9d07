package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What MySQL and MariaDB are asked before the first write (SI-6). One thread at a time. */
final class MySqlChecks {
  private final Connection connection;
  private final Database database;
  private final String product;
  private final PipelineTerms terms;
  private final List<Finding> findings = new ArrayList<>();

  MySqlChecks(Connection connection, Database database, String product, PipelineTerms terms) {
    this.connection = connection;
    this.database = database;
    this.product = product;
    this.terms = terms;
  }

  List<Finding> findings() throws SQLException {
    checkProduct();
    checkSettings();
    checkEngines();
    if (database.configuration().mode() == JdbcMode.XA) {
      checkXa();
    }
    return findings;
  }

  private void checkProduct() throws SQLException {
    String version = one("SELECT VERSION()").orElse("");
    boolean isMaria = version.toLowerCase(Locale.ROOT).contains("mariadb");
    if (isMaria != product.equals("MariaDB")) {
      findings.add(
          Finding.error(
              "the server is "
                  + (isMaria ? "MariaDB " : "MySQL ")
                  + version
                  + ", and url names "
                  + product,
              "begin url with " + (isMaria ? "jdbc:mariadb:" : "jdbc:mysql:")));
    }
  }

  private void checkSettings() throws SQLException {
    String mode = one("SELECT @@SESSION.sql_mode").orElse("");
    if (!mode.contains("STRICT_ALL_TABLES")) {
      findings.add(
          Finding.error(
              "the session's sql_mode is " + mode + ", so the server may change values silently",
              "let it contain STRICT_ALL_TABLES"));
    }
    if (!one("SELECT @@GLOBAL.innodb_flush_log_at_trx_commit").orElse("1").equals("1")) {
      findings.add(
          Finding.warning(
              "innodb_flush_log_at_trx_commit is not 1: the server may lose what it acknowledged",
              "SET PERSIST innodb_flush_log_at_trx_commit = 1"));
    }
    if (one("SELECT @@SESSION.binlog_format").orElse("ROW").equals("STATEMENT")
        && one("SELECT @@GLOBAL.log_bin").orElse("0").equals("1")) {
      findings.add(
          Finding.error(
              "binlog_format is STATEMENT, with which InnoDB refuses READ COMMITTED",
              "SET GLOBAL binlog_format = 'ROW'"));
    }
  }

  private void checkEngines() throws SQLException {
    checkEngine(database.table());
    if (database.configuration().mode() != JdbcMode.UPSERT) {
      // Somebody may have made them by hand; without transactions they would prove nothing.
      Bookkeeping beside = new Bookkeeping(database);
      checkEngine(beside.confirmationTable());
      checkEngine(beside.fenceTable());
      checkEngine(beside.sessionTable());
    }
  }

  private void checkEngine(TableName table) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT engine FROM information_schema.tables"
                + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?")) {
      query.setString(1, table.schema().orElse(null));
      query.setString(2, table.table());
      try (ResultSet row = query.executeQuery()) {
        if (row.next() && !"InnoDB".equalsIgnoreCase(row.getString(1))) {
          findings.add(
              Finding.error(
                  "table "
                      + table
                      + " has engine "
                      + row.getString(1)
                      + ", which has no transactions",
                  "ALTER TABLE " + table.quoted(database.dialect()) + " ENGINE = InnoDB"));
        }
      }
    }
  }

  private void checkXa() throws SQLException {
    long idleSeconds = Long.parseLong(one("SELECT @@SESSION.wait_timeout").orElse("28800"));
    if (idleSeconds <= 2 * terms.checkpointInterval().toSeconds()) {
      findings.add(
          Finding.error(
              "wait_timeout is "
                  + idleSeconds
                  + " s: the server would end a session, and its open branch, within a checkpoint"
                  + " interval of "
                  + terms.checkpointInterval().toSeconds()
                  + " s (T-9)",
              "SET GLOBAL wait_timeout = 28800, or a shorter checkpoint interval"));
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("XA RECOVER").close();
    } catch (SQLException e) {
      findings.add(
          Finding.error(
              "the user may not list prepared branches: " + e.getMessage(),
              "GRANT XA_RECOVER_ADMIN ON *.* TO " + MySqlRehearsal.account(connection)));
    }
  }

  private Optional<String> one(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      @Nullable String value = row.next() ? row.getString(1) : null;
      return Optional.ofNullable(value);
    }
  }
}
