package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL is asked before the first write (SI-6). One thread at a time. */
final class PostgresChecks {
  private final Connection connection;
  private final Database database;
  private final PipelineTerms terms;
  private final List<Finding> findings = new ArrayList<>();

  PostgresChecks(Connection connection, Database database, PipelineTerms terms) {
    this.connection = connection;
    this.database = database;
    this.terms = terms;
  }

  List<Finding> findings() throws SQLException {
    if (setting("fsync").equals("off") || setting("synchronous_commit").equals("off")) {
      findings.add(
          Finding.warning(
              "fsync or synchronous_commit is off: the server may lose what it acknowledged",
              "ALTER SYSTEM SET fsync = on; ALTER SYSTEM SET synchronous_commit = on"));
    }
    String encoding = setting("server_encoding");
    if (!encoding.equals("UTF8")) {
      findings.add(
          Finding.warning(
              "the database's encoding is " + encoding + ": other characters are rejected",
              "use a database with encoding UTF8"));
    }
    if (database.configuration().mode() == JdbcMode.XA) {
      checkXa();
    }
    return findings;
  }

  private void checkXa() throws SQLException {
    long idleMillis =
        number(
            "SELECT setting FROM pg_settings"
                + " WHERE name = 'idle_in_transaction_session_timeout'");
    if (idleMillis > 0 && idleMillis <= 2 * terms.checkpointInterval().toMillis()) {
      findings.add(
          Finding.error(
              "idle_in_transaction_session_timeout is "
                  + idleMillis
                  + " ms: the server would end an open branch within a checkpoint interval of "
                  + terms.checkpointInterval().toMillis()
                  + " ms (T-9)",
              "ALTER ROLE … SET idle_in_transaction_session_timeout = 0"));
    }
    long prepared =
        number("SELECT setting FROM pg_settings WHERE name = 'max_prepared_transactions'");
    if (prepared == 0) {
      findings.add(
          Finding.error(
              "max_prepared_transactions is 0, so no transaction can be prepared",
              "ALTER SYSTEM SET max_prepared_transactions = 64, and restart the server; allow at"
                  + " least three for each writer"));
    } else if (prepared < 3L * terms.parallelism()) {
      findings.add(
          Finding.warning(
              "max_prepared_transactions is "
                  + prepared
                  + " for "
                  + terms.parallelism()
                  + " writers",
              "ALTER SYSTEM SET max_prepared_transactions = "
                  + 3 * terms.parallelism()
                  + ", and restart the server"));
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private String setting(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + name)) {
      return row.next() ? row.getString(1) : "";
    }
  }
}
