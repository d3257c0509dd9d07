package dev.landfall.sink.jdbc;

import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The real servers that tests run on, one of each kind for the whole JVM. */
enum Server {
  MYSQL,
  MARIADB,
  POSTGRES;

  SqlStore store() {
    return switch (this) {
      case MYSQL -> Stores.mysql().shared();
      case MARIADB -> Stores.mariadb().shared();
      case POSTGRES -> Stores.postgres().shared();
    };
  }

  /** A server of its own, for a test that kills it. */
  SqlStore own() {
    return switch (this) {
      case MYSQL -> Stores.mysql().own().start();
      case MARIADB -> Stores.mariadb().own().start();
      case POSTGRES -> Stores.postgres().own().start();
    };
  }

  Dialect dialect() {
    return Dialects.of(store().jdbcUrl()).orElseThrow();
  }

  JdbcSettings settings(String table) {
    return settings(store(), table);
  }

  static JdbcSettings settings(SqlStore store, String table) {
    return JdbcSettings.of(store.jdbcUrl(), table).user(store.user(), store.password());
  }

  /** An observer's connection. */
  static Connection connect(SqlStore store) throws SQLException {
    return DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password());
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = connect(store());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The rows of a query, each joined by a bar. */
  List<String> rows(String sql) throws SQLException {
    return rows(store(), sql);
  }

  static List<String> rows(SqlStore store, String sql) throws SQLException {
    try (Connection connection = connect(store);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join("|", row));
      }
      return rows;
    }
  }

  String quote(String identifier) {
    return dialect().quote(identifier);
  }
}
