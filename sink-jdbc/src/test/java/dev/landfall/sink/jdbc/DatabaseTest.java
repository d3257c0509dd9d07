package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The pool, with H2 behind it. */
class DatabaseTest {
  /** Or a process that dies before its next request keeps a lock that its successor waits for. */
  @Test
  void statementsOneByOne_areCommittedBeforeTheNext_andThoseOfATransactionAreNot()
      throws Exception {
    String url = "jdbc:h2:mem:" + Names.table();
    JdbcConfiguration configuration = JdbcSettings.of(url, "t").build();
    try (Connection other = DriverManager.getConnection(url);
        Database database =
            new Database(configuration, JdbcSettings.context(Names.sink()), new H2Dialect())) {
      database.oneByOne("create", connection -> run(connection, "CREATE TABLE t (k INTEGER)"));

      int oneByOne =
          database.oneByOne(
              "insert",
              connection -> {
                run(connection, "INSERT INTO t VALUES (1)");
                return rows(other);
              });
      int inTransaction =
          database.inTransaction(
              "insert",
              connection -> {
                run(connection, "INSERT INTO t VALUES (2)");
                return rows(other);
              });

      assertThat(oneByOne).isEqualTo(1);
      assertThat(inTransaction).isEqualTo(1);
      assertThat(rows(other)).isEqualTo(2);
    }
  }

  private static boolean run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  private static int rows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void mistakeOfOurs_leavesNoConnectionInUse() throws Exception {
    JdbcConfiguration configuration =
        JdbcSettings.of("jdbc:h2:mem:" + Names.table(), "t")
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    try (Database database =
        new Database(configuration, JdbcSettings.context(Names.sink()), new H2Dialect())) {
      // More often than there are connections.
      for (int i = 0; i < 100; i++) {
        assertThatThrownBy(
                () ->
                    database.inTransaction(
                        "look",
                        connection -> {
                          throw new IllegalStateException("ours");
                        }))
            .hasMessage("ours");
      }

      assertThat(database.<Integer>inTransaction("look", connection -> 1)).isEqualTo(1);
    }
  }
}
