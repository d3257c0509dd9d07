package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.record.Value;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What differs between databases: words, types, limits. Stateless, thread-safe. */
interface Dialect {
  /** The database's name as people write it. */
  String name();

  /** Quotes an identifier; every identifier goes through here. */
  String quote(String identifier);

  /** Most {@code ?} in one statement. */
  int maxParameters();

  /** Whether errors carry MySQL's numbers. */
  boolean countsErrorsLikeMySql();

  /**
   * What a new session is told: UTC, strict checks, READ COMMITTED, and how long to wait for a
   * lock.
   */
  List<String> sessionStatements(Duration lockWait);

  /** Reads the columns of a table; parameters: schema or null, table. */
  String columnsSql();

  /**
   * Reads the unique indexes of a table, a row for each column: {@code index_name}, {@code
   * column_name}, or null where it is no whole column, {@code is_primary}; parameters: schema or
   * null, table.
   */
  String uniqueIndexesSql();

  /** Makes a column of the current row of {@link #columnsSql}. */
  Column column(ResultSet row) throws SQLException;

  /**
   * The type of a new column for values of one kind.
   *
   * @param isKey whether the column is part of the key, and so must be fit for an index
   * @param scale most digits after the point of the decimals seen
   */
  String typeFor(Value.Kind kind, KeyPart isKey, int scale);

  /** What stands after a new table's column list, such as the engine; may be empty. */
  String tableOptions();

  /** Inserts rows, or updates those whose key is there. */
  String upsertSql(Target target, int rows);

  /** The query for the most bytes that the server takes in one statement, if it has a limit. */
  default Optional<String> maxStatementBytesSql() {
    return Optional.empty();
  }

  /**
   * The query that answers 1 if a lock wait that runs out ends the transaction, and not the
   * statement alone; empty where it never does.
   */
  default Optional<String> lockWaitEndsTransactionSql() {
    return Optional.empty();
  }

  /** Binds a JSON document or a UUID. */
  default void bindText(PreparedStatement statement, int parameter, Object value)
      throws SQLException {
    statement.setString(parameter, value.toString());
  }

  /** Lists what is missing or weak in the server and in how it keeps the table (SI-6). */
  default List<Finding> check(Connection connection, Database database, PipelineTerms terms)
      throws SQLException {
    return List.of();
  }

  /** How the user's rights are asked for; empty where nobody but an owner writes. */
  default Optional<Rehearsal> rehearsal() {
    return Optional.empty();
  }

  /** How sessions are told apart and ended; empty where modes that need it are refused. */
  default Optional<Sessions> sessions() {
    return Optional.empty();
  }

  /** The driver's {@code XADataSource}; empty where mode xa is refused. */
  default Optional<String> xaDataSource() {
    return Optional.empty();
  }

  /** The query that answers 1 if a session is free again once its branch is prepared. */
  default String detachesSql() {
    return "SELECT 0";
  }

  /** Whether a session is free again once its branch is prepared. */
  default boolean detaches(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(detachesSql())) {
      return row.next() && row.getInt(1) == 1;
    }
  }

  /** How long a branch has been prepared, where the server tells. */
  default Optional<Duration> preparedFor(Connection connection, BranchXid xid) throws SQLException {
    return Optional.empty();
  }

  /** Whether an error inside a transaction spoils all of it. */
  default boolean needsSavepoints() {
    return false;
  }

  /** Whether a column is part of a key. */
  enum KeyPart {
    KEY,
    VALUE
  }
}
