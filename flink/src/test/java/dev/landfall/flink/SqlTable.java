package dev.landfall.flink;

import dev.landfall.stores.SqlStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of numbers on a real server, read at READ COMMITTED. One thread at a time. */
final class SqlTable {
  private final SqlStore server;

  SqlTable(SqlStore server) {
    this.server = server;
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    }
  }

  List<Long> numbers(String table) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT number FROM " + table)) {
      List<Long> numbers = new ArrayList<>();
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
      return numbers;
    }
  }

  private Connection connect() throws SQLException {
    Connection connection =
        DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return connection;
  }

  /** The sink's options for a table. */
  Map<String, Object> options(String mode, String table) {
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("mode", mode);
    options.put("url", server.jdbcUrl());
    options.put("user", server.user());
    options.put("password", SecretFile.reference(server.password()));
    options.put("table", table);
    return options;
  }
}
