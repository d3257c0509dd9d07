package dev.landfall.benchmarks;

import dev.landfall.stores.SqlBuilder;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** What differs between the relational servers. Thread-safe. */
enum RelationalServer {
  MYSQL(
      "mysql",
      "MySQL 8.0.33 with its binary log, flushed at each commit",
      "CREATE TABLE %s (id BIGINT PRIMARY KEY, payload VARCHAR(255) NOT NULL)"
          + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin",
      " AS offered ON DUPLICATE KEY UPDATE payload = offered.payload"),
  POSTGRES(
      "postgres",
      "PostgreSQL 18.6 with fsync and synchronous_commit",
      "CREATE TABLE %s (id BIGINT PRIMARY KEY, payload TEXT NOT NULL)",
      " ON CONFLICT (id) DO UPDATE SET payload = EXCLUDED.payload");

  private final String scenario;
  private final String title;
  private final String tableSql;
  private final String onConflict;

  RelationalServer(String scenario, String title, String tableSql, String onConflict) {
    this.scenario = scenario;
    this.title = title;
    this.tableSql = tableSql;
    this.onConflict = onConflict;
  }

  String scenario() {
    return scenario;
  }

  String title() {
    return title;
  }

  SqlStore start() {
    SqlBuilder builder =
        switch (this) {
          case MYSQL -> Stores.mysql();
          case POSTGRES -> Stores.postgres();
        };
    return builder.own().start();
  }

  Connection connect(SqlStore store) throws SQLException {
    return DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password());
  }

  void createTable(SqlStore store, String table) throws SQLException {
    try (Connection connection = connect(store);
        Statement statement = connection.createStatement()) {
      statement.execute(String.format(tableSql, table));
    }
  }

  String insertSql(String table, int rows) {
    return "INSERT INTO "
        + table
        + " (id, payload) VALUES "
        + "(?, ?), ".repeat(rows - 1)
        + "(?, ?)";
  }

  String upsertSql(String table, int rows) {
    return insertSql(table, rows) + onConflict;
  }
}
