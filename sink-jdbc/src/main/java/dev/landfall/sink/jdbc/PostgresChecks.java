package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
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
  private final List<Finding> findings = new ArrayList<>();

  PostgresChecks(Connection connection, Database database) {
    this.connection = connection;
    this.database = database;
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
    if (database.configuration().mode() == JdbcMode.XA
        && setting("max_prepared_transactions").equals("0")) {
      findings.add(
          Finding.error(
              "max_prepared_transactions is 0, so no transaction can be prepared",
              "ALTER SYSTEM SET max_prepared_transactions = 64, and restart the server; allow at"
                  + " least three for each writer"));
    }
    return findings;
  }

  private String setting(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + name)) {
      return row.next() ? row.getString(1) : "";
    }
  }
}
