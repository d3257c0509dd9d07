package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists what is missing before the first write (SI-6). Thread-safe. */
final class Preflight {
  private final Database database;

  Preflight(Database database) {
    this.database = database;
  }

  List<Finding> check(PipelineTerms terms) throws InterruptedException {
    List<Finding> findings = new ArrayList<>(checkAddress());
    JdbcConfiguration configuration = database.configuration();
    if (configuration.writesByKey() && !terms.keyed()) {
      findings.add(
          Finding.error(
              "rows are written by key, and the pipeline's records have none",
              "set key: in the pipeline, or use mode confirm or xa to append rows"));
    }
    try (Connection connection = database.firstConnection()) {
      findings.addAll(database.dialect().check(connection, database, terms));
      findings.addAll(checkTable(connection));
      findings.addAll(checkBookkeeping(connection));
    } catch (SinkException e) {
      findings.add(
          Finding.error(
              String.valueOf(e.getMessage()),
              "check url, user and password, and the driver's jar"));
    } catch (SQLException e) {
      findings.add(notAsked(e));
    }
    return findings;
  }

  private Finding notAsked(SQLException error) {
    JdbcConfiguration configuration = database.configuration();
    String where = JdbcUrl.withoutSecrets(configuration.url());
    if (FirstConnection.isLogin(error)) {
      String who =
          configuration.user().map(user -> " as user '" + user + "'").orElse(" without a user");
      return Finding.error(
          "Cannot log in to " + where + who + ": " + error.getMessage(),
          "correct user and password, such as password: ${env:NAME} or ${file:PATH}");
    }
    return Finding.error(
        database.failure("connect to " + where, error).getMessage(),
        JdbcUrl.isInProcess(configuration.url())
            ? "name a file in a directory that this user may write to in url, and one that no other"
                + " process has open"
            : "check url: host, port and name of the database, and whether the server is up");
  }

  private List<Finding> checkAddress() {
    String url = database.configuration().url();
    if (JdbcUrl.isInMemory(url)) {
      return List.of(
          Finding.warning(
              "the database lives in this process's memory and ends with it",
              "name a file or a server in url"));
    }
    if (JdbcUrl.losesCommitsAtKill(url)) {
      return List.of(
          Finding.error(
              "H2 acknowledges commits up to 500 ms before it writes them, so a killed process"
                  + " loses some",
              "append ;WRITE_DELAY=0 to url"));
    }
    return List.of();
  }

  private List<Finding> checkTable(Connection connection) throws SQLException {
    Rights rights = new Rights(connection, database);
    Optional<TableShape> shape =
        new TableReader(database.dialect()).read(connection, database.table());
    connection.rollback();
    if (shape.isPresent()) {
      TargetPlan plan = TargetPlan.of(shape.get(), database);
      List<Finding> findings = new ArrayList<>(plan.findings());
      List<Finding> missing =
          plan.isWritable(database.configuration()) ? rights.onTable(plan.target()) : List.of();
      findings.addAll(plan.errors().isEmpty() ? missing : Rights.errors(missing));
      return findings;
    }
    return checkUnseen(rights);
  }

  private List<Finding> checkUnseen(Rights rights) throws SQLException {
    JdbcConfiguration configuration = database.configuration();
    if (!configuration.createTable()) {
      List<Finding> refused = rights.onUnseenTable();
      List<Finding> findings = new ArrayList<>();
      findings.add(noTable(refused.isEmpty() ? "there is" : "the user sees"));
      findings.addAll(refused);
      return findings;
    }
    List<Finding> findings = new ArrayList<>();
    if (isKeyless()) {
      findings.add(withoutKey());
    }
    findings.addAll(onceEach(rights.toMakeTable()));
    return findings;
  }

  /** Whether a table made from the declared columns would lack the key that rows are written by. */
  private boolean isKeyless() {
    JdbcConfiguration configuration = database.configuration();
    return configuration.writesByKey()
        && !configuration.columns().isEmpty()
        && configuration.keyColumns().isEmpty();
  }

  private Finding withoutKey() {
    return Finding.error(
        "table "
            + database.table()
            + " would be created without a primary key, and rows are written by key:"
            + " columns tells its columns, and nothing tells which of them are the key",
        "name them in key-columns");
  }

  private Finding noTable(String known) {
    String create = "create it, or set create-table: true";
    return Finding.error(
        known + " no table " + database.table(),
        isKeyless()
            ? create + " and name the key's columns in key-columns"
            : new TableCreation(database.dialect(), database.configuration())
                .declared()
                .orElse(create));
  }

  /** Makes the tables beside the written one: only so is it known whether the user may. */
  private List<Finding> checkBookkeeping(Connection connection) throws SQLException, SinkException {
    if (database.configuration().mode() == JdbcMode.UPSERT) {
      return List.of();
    }
    Rights rights = new Rights(connection, database);
    try {
      new Bookkeeping(database).create(connection);
    } catch (SQLException e) {
      connection.rollback();
      List<Finding> refused = onceEach(rights.onBookkeeping());
      return Rights.errors(refused).isEmpty() ? List.of(notMade(e)) : refused;
    }
    return rights.onBookkeeping();
  }

  /** PostgreSQL lets the user make and see all tables of a schema by one GRANT. */
  private static List<Finding> onceEach(List<Finding> findings) {
    Map<String, Finding> byRemedy = new LinkedHashMap<>();
    findings.forEach(finding -> byRemedy.putIfAbsent(finding.remedy(), finding));
    return List.copyOf(byRemedy.values());
  }

  /** The server names no right that is missing. */
  private Finding notMade(SQLException error) {
    return Finding.error(
        "the bookkeeping tables cannot all be made: " + error.getMessage(),
        "mend what the database says, or create them once beside " + database.table());
  }
}
