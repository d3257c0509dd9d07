package dev.landfall.conformance.stores;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/**
 * The table of one run, as a sink with a fault sees it: statements as anybody would write them.
 * Immutable, thread-safe.
 */
record SpoiledTable(Map<String, String> section) {
  private static final int ANSWER_SECONDS = 2;

  SpoiledTable {
    section = Map.copyOf(section);
  }

  String required(String key) {
    String value = section.get(key);
    if (value == null) {
      throw new IllegalArgumentException("Cannot open the sink: no '" + key + "' in its section");
    }
    return value;
  }

  Connection connect() throws SinkException {
    try {
      return DriverManager.getConnection(required("url"), required("user"), required("password"));
    } catch (SQLException e) {
      throw failure("connect", e);
    }
  }

  /** MySQL, MariaDB and PostgreSQL differ in how they quote a name. */
  String name() {
    return name("");
  }

  /** A table of the same run. */
  String name(String suffix) {
    boolean postgres = required("url").startsWith("jdbc:postgresql:");
    String name = required("table") + suffix;
    return postgres ? '"' + name + '"' : '`' + name + '`';
  }

  void insert(Connection connection, List<SinkRecord> records) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + name() + " (k, v) VALUES (?, ?)")) {
      insert.setQueryTimeout(ANSWER_SECONDS);
      for (SinkRecord record : records) {
        insert.setString(1, record.key().toString());
        insert.setString(2, value(record));
        insert.executeUpdate();
      }
    }
  }

  void delete(Connection connection, SinkRecord record) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + name() + " WHERE k = ?")) {
      delete.setQueryTimeout(ANSWER_SECONDS);
      delete.setString(1, record.key().toString());
      delete.executeUpdate();
    }
  }

  private static String value(SinkRecord record) {
    return record.value() instanceof Value.OfMap fields
        ? String.valueOf(fields.fields().get("v"))
        : record.value().toString();
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(ANSWER_SECONDS);
      statement.execute(sql);
    }
  }

  static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone either way.
    }
  }

  static SinkException failure(String what, SQLException e) {
    String message = "Cannot " + what + ": " + e.getMessage();
    boolean transientFailure =
        e instanceof SQLTransientException || String.valueOf(e.getSQLState()).startsWith("08");
    return transientFailure
        ? new StoreUnavailableException(message, e)
        : new SinkException(message, e);
  }
}
