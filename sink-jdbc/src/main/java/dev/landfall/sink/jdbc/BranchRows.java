package dev.landfall.sink.jdbc;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

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
  private static final int MYSQL_DEADLOCK = 1213;

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

  /** A lock wait ends the statement; a deadlock on MySQL and MariaDB ends the transaction. */
  private void requireAlive(SQLException error) throws SinkException {
    if (database.dialect().countsErrorsLikeMySql() && error.getErrorCode() == MYSQL_DEADLOCK) {
      throw database.failure("write into " + database.table(), error);
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
