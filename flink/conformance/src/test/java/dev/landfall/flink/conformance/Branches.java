package dev.landfall.flink.conformance;

import dev.landfall.conformance.wire.StoreSpace;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Counts the prepared branches that a run has made, for a sink whose names the driver of the store
 * does not know: two stores of which one holds a branch are not equal. One thread at a time.
 */
final class Branches implements AutoCloseable {
  private final Optional<Connection> connection;
  private final String query;
  private final int before;

  private Branches(Optional<Connection> connection, String query) throws SQLException {
    this.connection = connection;
    this.query = query;
    this.before = all();
  }

  static Branches of(FlinkSink subject, StoreSpace space) throws SQLException {
    if (subject != FlinkSink.JDBC_SINK) {
      return new Branches(Optional.empty(), "");
    }
    Map<String, Object> section = space.sink(UnaryOperator.identity());
    String url = String.valueOf(section.get("url"));
    String password = space.secrets().values().stream().findFirst().orElse("");
    return new Branches(
        Optional.of(DriverManager.getConnection(url, (String) section.get("user"), password)),
        url.startsWith("jdbc:postgresql:") ? "SELECT gid FROM pg_prepared_xacts" : "XA RECOVER");
  }

  /** Those that were not there when the run began. */
  int count() throws SQLException {
    return all() - before;
  }

  private int all() throws SQLException {
    if (connection.isEmpty()) {
      return 0;
    }
    int count = 0;
    try (Statement statement = connection.get().createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Override
  public void close() {
    try {
      if (connection.isPresent()) {
        connection.get().close();
      }
    } catch (SQLException e) {
      // It was only looked through.
    }
  }
}
