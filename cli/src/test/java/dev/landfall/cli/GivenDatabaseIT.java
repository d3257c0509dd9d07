package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite on a database that somebody else runs, as a user with no more rights than it needs. */
class GivenDatabaseIT {
  private static final String SECTIONS =
      """
      sink: { type: jdbc, mode: %s, url: '%s', user: lab, password: '${file:%s}'%s }
      store: { dialect: mysql }
      """;

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private SqlStore store;
  private Connection root;

  @BeforeEach
  void start() throws SQLException {
    store = Stores.mysql().own().start();
    root = DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password());
    try (Statement statement = root.createStatement()) {
      statement.execute("CREATE USER lab IDENTIFIED BY 'sesame'");
      statement.execute("GRANT CREATE, DROP, SELECT, INSERT, UPDATE, DELETE ON landfall.* TO lab");
    }
  }

  @AfterEach
  void stop() throws SQLException {
    root.close();
    store.close();
  }

  @Test
  void twoRunsOnOneDatabase_doNotMeet_andLeaveNoRows() throws Exception {
    for (int run = 0; run < 2; run++) {
      assertThat(replay("confirm", ", bookkeeping: lab")).as("%s%s", out, err).isZero();
    }

    assertThat(rows("SHOW TABLES"))
        .containsExactlyInAnyOrder("lab_confirmation", "lab_fence", "lab_session");
    for (String table : rows("SHOW TABLES")) {
      assertThat(rows("SELECT pipeline FROM " + table)).as(table).isEmpty();
    }
  }

  @Test
  void theRightToListBranches_isNeededInModeXaAlone_andNamed() throws Exception {
    assertThat(replay("upsert", "")).as("%s%s", out, err).isZero();

    assertThat(replay("xa", "")).isEqualTo(2);
    assertThat(err.toString())
        .contains("Cannot list the prepared branches of mysql as user 'lab'")
        .contains("expected GRANT XA_RECOVER_ADMIN ON *.* TO that user");
  }

  private int replay(String mode, String more) throws Exception {
    Path file = directory.resolve(mode + ".yaml");
    Path secret = Files.writeString(directory.resolve("secret"), "sesame");
    Files.writeString(file, SECTIONS.formatted(mode, store.jdbcUrl(), secret, more));
    String token = "jdbc-" + mode + "-mysql;P1;seed=1";
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)),
        "conformance",
        "replay",
        token,
        "--file",
        file.toString());
  }

  private List<String> rows(String sql) throws SQLException {
    try (Statement statement = root.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }
}
