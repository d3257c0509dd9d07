package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.SinkException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the user may send what the sink will send, asked before the first write (SI-6). The
 * server judges the very statements and runs none. One thread at a time.
 *
 * <p>A refusal is an error where every run of the mode sends the statement. Otherwise it is a
 * warning, so that nobody is asked for more rights than the pipeline uses:
 *
 * <ul>
 *   <li>DELETE from the table in a mode that writes by key. Whether a record will ever delete is
 *       not known before it comes, and a user that may not is right for a pipeline without deletes.
 *       In monotonic mode deletes are refused, so it is not asked for at all.
 *   <li>DELETE from the confirmations. Without it they are not pruned, and nothing stops.
 * </ul>
 *
 * <p>What only {@code landfall retire} removes is not asked for: that command says so itself.
 */
final class Rights {
  private final Connection connection;
  private final Database database;
  private final Optional<Rehearsal> rehearsal;

  Rights(Connection connection, Database database) {
    this.connection = connection;
    this.database = database;
    this.rehearsal = database.dialect().rehearsal();
  }

  /**
   * A statement that the sink sends.
   *
   * @param rights what it takes on its table
   * @param sql its text
   */
  record Sent(List<String> rights, String sql) {
    static Sent of(String sql, String... rights) {
      return new Sent(List.of(rights), sql);
    }
  }

  /** Whether the user sees a table's columns. One that it does not see need not be there. */
  private enum Sight {
    SEEN,
    UNSEEN
  }

  /** What is missing on the table that is written. */
  List<Finding> onTable(Target target) throws SQLException {
    TableName table = database.table();
    if (!database.configuration().writesByKey()) {
      Sent insert = Sent.of(Sql.insert(database.dialect(), target, 1), "INSERT");
      return judge(table, Sight.SEEN, List.of(insert), Finding.Severity.ERROR);
    }
    Sent upsert = new Sent(rightsOfUpsert(target), database.dialect().upsertSql(target, 1));
    List<Finding> findings =
        new ArrayList<>(judge(table, Sight.SEEN, List.of(upsert), Finding.Severity.ERROR));
    if (target.version().isEmpty()) {
      Sent delete = Sent.of(Sql.delete(database.dialect(), target, 1), "SELECT", "DELETE");
      findings.addAll(judge(table, Sight.SEEN, List.of(delete), Finding.Severity.WARNING));
    }
    return findings;
  }

  /** All three read what they compare with or take over. PostgreSQL leaves a mere key alone. */
  private List<String> rightsOfUpsert(Target target) {
    boolean changes = database.dialect().countsErrorsLikeMySql() || !target.updated().isEmpty();
    return changes ? List.of("SELECT", "INSERT", "UPDATE") : List.of("SELECT", "INSERT");
  }

  /** What is missing to make the table, and then to write it. */
  List<Finding> toMakeTable() throws SQLException {
    TableName table = database.table();
    JdbcConfiguration configuration = database.configuration();
    List<Finding> findings = new ArrayList<>(toMake(table, onUnseenTable()));
    if (configuration.writesByKey() && configuration.version().isEmpty()) {
      findings.addAll(
          judge(table, Sight.UNSEEN, toUnseen(Rehearsal.Use.DELETE), Finding.Severity.WARNING));
    }
    return findings;
  }

  /**
   * What is missing to make a table.
   *
   * @param refused what is missing on it; its GRANT lets the user make the table too, or the table
   *     is there
   */
  private List<Finding> toMake(TableName table, List<Finding> refused) throws SQLException {
    return errors(refused).isEmpty() ? toMake(table) : refused;
  }

  private List<Finding> toMake(TableName table) throws SQLException {
    if (rehearsal.isEmpty()) {
      return List.of();
    }
    Rehearsal server = rehearsal.get();
    Optional<SQLException> answer = answer(() -> server.judgeCreation(connection, table));
    if (answer.isEmpty()) {
      return List.of();
    }
    String message = String.valueOf(answer.get().getMessage());
    return List.of(
        server.isRefusal(answer.get())
            ? Finding.error(
                "the user sees no table " + table + " and may not create it: " + message,
                server.grantCreation(connection, table))
            : unsure(table, message));
  }

  /** What is missing on a table whose columns the user does not see. */
  List<Finding> onUnseenTable() throws SQLException {
    Rehearsal.Use use =
        database.configuration().writesByKey() ? Rehearsal.Use.REPLACE : Rehearsal.Use.APPEND;
    return errors(judge(database.table(), Sight.UNSEEN, toUnseen(use), Finding.Severity.ERROR));
  }

  private List<Sent> toUnseen(Rehearsal.Use use) {
    String table = database.table().quoted(database.dialect());
    return rehearsal.map(server -> server.toUnseen(table, use)).orElse(List.of());
  }

  /** What is missing on the tables beside it, or to make them. */
  List<Finding> onBookkeeping() throws SQLException, SinkException {
    Ledger ledger = Ledger.of(database);
    Bookkeeping tables = ledger.bookkeeping();
    TableName confirmations = tables.confirmationTable();
    List<Finding> findings = new ArrayList<>();
    findings.addAll(beside(confirmations, ledger.confirmations().sent()));
    findings.addAll(
        judge(
            confirmations,
            sight(confirmations),
            ledger.confirmations().sentToPrune(),
            Finding.Severity.WARNING));
    findings.addAll(beside(tables.fenceTable(), ledger.fences().sent()));
    findings.addAll(beside(tables.sessionTable(), ledger.sessions().sent()));
    return findings;
  }

  private List<Finding> beside(TableName table, List<Sent> statements) throws SQLException {
    Sight sight = sight(table);
    List<Finding> refused = judge(table, sight, statements, Finding.Severity.ERROR);
    return sight == Sight.SEEN ? refused : toMake(table, refused);
  }

  private Sight sight(TableName table) throws SQLException {
    boolean seen = new TableReader(database.dialect()).read(connection, table).isPresent();
    connection.rollback();
    return seen ? Sight.SEEN : Sight.UNSEEN;
  }

  /** Leaves out what is a guess as long as something else is wrong. */
  static List<Finding> errors(List<Finding> findings) {
    return findings.stream().filter(f -> f.severity() == Finding.Severity.ERROR).toList();
  }

  /** One finding for a table, with all rights that its refused statements take. */
  private List<Finding> judge(
      TableName table, Sight sight, List<Sent> statements, Finding.Severity severity)
      throws SQLException {
    if (rehearsal.isEmpty()) {
      return List.of();
    }
    Rehearsal server = rehearsal.get();
    Set<String> rights = new LinkedHashSet<>();
    Set<String> refusals = new LinkedHashSet<>();
    List<Finding> findings = new ArrayList<>();
    for (Sent sent : statements) {
      Optional<SQLException> answer = answer(() -> server.judge(connection, sent.sql()));
      String message = answer.map(e -> String.valueOf(e.getMessage())).orElse("");
      if (answer.isPresent() && server.isRefusal(answer.get())) {
        rights.addAll(sent.rights());
        refusals.add(message);
      } else if (answer.isPresent() && (sight == Sight.SEEN || !server.isAbsence(answer.get()))) {
        findings.add(unsure(table, message));
      }
    }
    if (!refusals.isEmpty()) {
      String use = severity == Finding.Severity.ERROR ? "" : " that some pipelines need";
      findings.add(
          new Finding(
              severity,
              "the user lacks rights on table " + table + use + ": " + String.join("; ", refusals),
              sight == Sight.SEEN
                  ? server.grant(connection, table, List.copyOf(rights))
                  : server.grantUnseen(connection, table, List.copyOf(rights))));
    }
    return findings;
  }

  private static Finding unsure(TableName table, String message) {
    return Finding.warning(
        "the server does not tell whether the user has its rights on table "
            + table
            + ": "
            + message,
        "see Rights in docs/sink-jdbc.md, and grant what is missing");
  }

  /** Asks the server. */
  @FunctionalInterface
  private interface Question {
    void ask() throws SQLException;
  }

  /**
   * The server's objection, if it has one.
   *
   * @throws SQLException if there is no server any more
   */
  private Optional<SQLException> answer(Question question) throws SQLException {
    try {
      question.ask();
      return Optional.empty();
    } catch (SQLException e) {
      if (SqlFailure.of(e, database.dialect()) == SqlFailure.UNAVAILABLE) {
        throw e;
      }
      connection.rollback(); // PostgreSQL answers nothing more before that
      return Optional.of(e);
    }
  }
}
