package dev.landfall.sink.jdbc;

import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes a list of rows by key, each statement in a transaction of its own: between two calls no
 * lock is held, so a process that is stopped there holds nobody back. On a deadlock or lock wait
 * the whole list is written again, with bounds, for twice is once (I-1); on a row that the database
 * refuses, in halves until that row stands alone and is rejected by name, so that its neighbours
 * are written (SI-8). One thread at a time.
 */
final class KeyedRows implements AutoCloseable {
  private final Database database;
  private final RowStatements statements;
  private final RejectedRecords rejected;

  KeyedRows(Database database, RowStatements statements, RejectedRecords rejected) {
    this.database = database;
    this.statements = statements;
    this.rejected = rejected;
  }

  /** Returns when each row is durable or rejected. */
  void write(List<Row> rows) throws SinkException, InterruptedException {
    if (rows.isEmpty()) {
      return;
    }
    LockRetry retry = new LockRetry(database);
    while (true) {
      try {
        attempt(rows);
        return;
      } catch (SQLException e) {
        switch (SqlFailure.of(e, database.dialect())) {
          case LOCK -> retry.pauseOrFail("write " + rows.size() + " rows", e);
          case DATA -> {
            bisect(rows, e);
            return;
          }
          case UNAVAILABLE, OTHER -> throw database.failure("write into " + database.table(), e);
        }
      }
    }
  }

  private void attempt(List<Row> rows) throws SQLException {
    statements.write(
        rows.stream().filter(row -> !row.isDelete()).toList(),
        rows.stream().filter(Row::isDelete).toList());
  }

  private void bisect(List<Row> rows, SQLException cause)
      throws SinkException, InterruptedException {
    if (rows.size() == 1) {
      rejected.reject(rows.get(0).record(), "Refused by the database: " + cause.getMessage());
      return;
    }
    int half = rows.size() / 2;
    write(rows.subList(0, half));
    write(rows.subList(half, rows.size()));
  }

  @Override
  public void close() {
    statements.close();
  }
}
