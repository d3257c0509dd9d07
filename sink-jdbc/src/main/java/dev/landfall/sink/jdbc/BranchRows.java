package dev.landfall.sink.jdbc;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes rows inside a transaction that somebody else ends: a branch, or a publication with its
 * confirmation row. One thread at a time.
 *
 * <p>Each attempt is one statement, which a server does wholly or not at all, so a row is never
 * there twice when a statement is repeated in halves or after a lock wait. PostgreSQL spoils the
 * whole transaction at an error, so there each statement follows a savepoint.
 */
final class BranchRows implements AutoCloseable {
  private static final String SAVEPOINT = "landfall_rows";

  /** SQL:2016, class 40: transaction rollback. */
  private static final String ROLLED_BACK = "40";

  private final Database database;
  private final RowStatements statements;
  private final RejectedRecords rejected;
  private final long batchBytes;
  private boolean hasSavepoint;

  BranchRows(
      Database database, RowStatements statements, RejectedRecords rejected, long batchBytes) {
    this.database = database;
    this.statements = statements;
    this.rejected = rejected;
    this.batchBytes = batchBytes;
  }

  /** Says that a new transaction begins. */
  void begin() {
    hasSavepoint = false;
  }

  /**
   * Writes the rows.
   *
   * @return how many are written; the others were rejected by name (SI-8)
   */
  long write(List<Row> rows) throws SinkException, InterruptedException {
    long written = 0;
    List<Row> chunk = new ArrayList<>();
    long bytes = 0;
    for (Row row : rows) {
      boolean full =
          !chunk.isEmpty()
              && (chunk.size() >= statements.mostRows()
                  || bytes + row.bytes() > batchBytes
                  || chunk.get(0).isDelete() != row.isDelete());
      if (full) {
        written += writeChunk(chunk);
        chunk.clear();
        bytes = 0;
      }
      chunk.add(row);
      bytes += row.bytes();
    }
    return chunk.isEmpty() ? written : written + writeChunk(chunk);
  }

  private long writeChunk(List<Row> rows) throws SinkException, InterruptedException {
    LockRetry retry = new LockRetry(database);
    while (true) {
      try {
        setSavepoint();
        statements.writeOnce(rows);
        return rows.size();
      } catch (SQLException e) {
        switch (SqlFailure.of(e, database.dialect())) {
          case LOCK -> {
            requireAlive(e);
            goBack(e);
            retry.pauseOrFail("write " + rows.size() + " rows", e);
          }
          case DATA -> {
            goBack(e);
            return bisect(rows, e);
          }
          case UNAVAILABLE, OTHER -> throw database.failure("write into " + database.table(), e);
        }
      }
    }
  }

  /**
   * Goes on only if what was written before is still there. A savepoint shows it. Elsewhere a
   * deadlock ends the transaction, and with {@code innodb_rollback_on_timeout} so does a lock wait:
   * the same statement again would begin a new transaction, whose commit confirms the rest alone.
   */
  private void requireAlive(SQLException error) throws SinkException {
    if (!database.dialect().needsSavepoints() && endsTransaction(error)) {
      throw database.failure("write into " + database.table(), error);
    }
  }

  private boolean endsTransaction(SQLException error) {
    if (String.valueOf(error.getSQLState()).startsWith(ROLLED_BACK)) {
      return true;
    }
    Optional<String> sql = database.dialect().lockWaitEndsTransactionSql();
    if (sql.isEmpty()) {
      return false;
    }
    try (Statement statement = statements.connection().createStatement();
        ResultSet row = statement.executeQuery(sql.get())) {
      return !row.next() || row.getInt(1) == 1;
    } catch (SQLException e) {
      error.addSuppressed(e); // a branch that is rolled back answers nothing else
      return true;
    }
  }

  private long bisect(List<Row> rows, SQLException cause)
      throws SinkException, InterruptedException {
    if (rows.size() == 1) {
      rejected.reject(rows.get(0).record(), "Refused by the database: " + cause.getMessage());
      return 0;
    }
    int half = rows.size() / 2;
    return writeChunk(List.copyOf(rows.subList(0, half)))
        + writeChunk(List.copyOf(rows.subList(half, rows.size())));
  }

  private void setSavepoint() throws SQLException {
    if (!database.dialect().needsSavepoints()) {
      return;
    }
    try (Statement statement = statements.connection().createStatement()) {
      statement.execute(
          (hasSavepoint ? "RELEASE SAVEPOINT " + SAVEPOINT + "; " : "") + "SAVEPOINT " + SAVEPOINT);
      hasSavepoint = true;
    }
  }

  private void goBack(SQLException cause) throws SinkException {
    if (!database.dialect().needsSavepoints()) {
      return;
    }
    try (Statement statement = statements.connection().createStatement()) {
      statement.execute("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
    } catch (SQLException e) {
      cause.addSuppressed(e);
      throw database.failure("write into " + database.table(), cause);
    }
  }

  @Override
  public void close() {
    statements.close();
  }
}
