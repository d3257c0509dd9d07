package dev.landfall.cli.kill;

import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The real database servers, and how an observer asks them. */
enum Database {
  MYSQL("XA RECOVER"),
  MARIADB("XA RECOVER"),
  POSTGRES("SELECT gid FROM pg_prepared_xacts");

  private final String prepared;

  Database(String prepared) {
    this.prepared = prepared;
  }

  /** A server of its own, for a test that kills it. */
  SqlStore start() {
    return switch (this) {
      case MYSQL -> Stores.mysql().own().start();
      case MARIADB -> Stores.mariadb().own().start();
      case POSTGRES -> Stores.postgres().own().start();
    };
  }

  /** One for the whole JVM. */
  SqlStore shared() {
    return switch (this) {
      case MYSQL -> Stores.mysql().shared();
      case MARIADB -> Stores.mariadb().shared();
      case POSTGRES -> Stores.postgres().shared();
    };
  }

  String quote(String identifier) {
    char mark = this == POSTGRES ? '"' : '`';
    return mark + identifier + mark;
  }

  /** The {@code sink:} section for a table; the password goes into a file. */
  static String sink(SqlStore store, String mode, String table, Path home) throws IOException {
    Path password = Files.writeString(home.resolve("password"), store.password());
    return """
    { type: jdbc, mode: %s, url: "%s", user: "%s", password: "${file:%s}", table: %s, create-table: true%s }
    """
        .formatted(
            mode,
            store.jdbcUrl(),
            store.user(),
            password,
            table,
            mode.equals("upsert") ? ", key-columns: [id]" : "")
        .strip();
  }

  /** The rows of a query, each joined by a bar. */
  static List<String> rows(SqlStore store, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password());
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

  /** Branches of anybody that are prepared. */
  List<String> prepared(SqlStore store) throws SQLException {
    return rows(store, prepared);
  }
}
