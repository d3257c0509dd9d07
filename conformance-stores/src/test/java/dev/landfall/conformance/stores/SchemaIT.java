package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Item;
import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sink's {@code schema} is not the one that the connection is in. */
class SchemaIT {
  @Test
  void theObserver_readsAndCleansUpWhereTheSinkWrites() throws Exception {
    try (SqlStore store = Stores.postgres().own().start();
        Connection user =
            DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password())) {
      execute(user, "CREATE SCHEMA \"Else\"\"where\"");
      Map<String, Object> sink =
          Map.of(
              "type",
              "jdbc",
              "mode",
              "confirm",
              "url",
              store.jdbcUrl(),
              "user",
              store.user(),
              "password",
              store.password(),
              "schema",
              "Else\"where");
      try (SqlDriver driver = SqlDriver.open(SqlDialect.POSTGRES, sink)) {
        SqlSpace space = SqlSpace.create(driver, "q1");
        execute(
            user,
            "INSERT INTO \"Else\"\"where\".q1 VALUES ('k', 'v')",
            "CREATE TABLE \"Else\"\"where\".landfall_fence"
                + " (pipeline TEXT, subtask INT, parallelism INT, generation INT)",
            "INSERT INTO \"Else\"\"where\".landfall_fence VALUES ('q1a', 0, 1, 7)");

        assertThat(space.read()).containsExactly(new Item("", "v"));
        assertThat(space.state()).contains("0/1/7");

        space.close();
        assertThat(tables(user)).containsExactly("landfall_fence");
        assertThat(space.state()).doesNotContain("0/1/7");
      }
    }
  }

  private static void execute(Connection connection, String... all) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : all) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'Else\"where'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }
}
