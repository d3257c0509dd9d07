package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows on one connection with statements of many rows each. These need no flag in the
 * address and beat a driver's own rewriting of batches. Update counts are not looked at: an upsert
 * counts 0, 1 or 2 for a row, by database and driver. One thread at a time.
 */
final class RowStatements implements AutoCloseable {
  private final Connection connection;
  private final Target target;
  private final Dialect dialect;
  private final IntFunction<String> putSql;
  private final IntFunction<String> deleteSql;
  private final int putRows;
  private final int deleteRows;

  /** The statement for a full batch is prepared once; its text is long. */
  private @Nullable PreparedStatement fullPut;

  RowStatements(
      Connection connection,
      Target target,
      Dialect dialect,
      int batchRows,
      IntFunction<String> putSql) {
    this.connection = connection;
    this.target = target;
    this.dialect = dialect;
    this.putSql = putSql;
    this.deleteSql = rows -> Sql.delete(dialect, target, rows);
    this.putRows = Math.max(1, Math.min(batchRows, fit(dialect, target.columns().size())));
    this.deleteRows = Math.max(1, Math.min(batchRows, fit(dialect, target.keys().size())));
  }

  private static int fit(Dialect dialect, int parameters) {
    return dialect.maxParameters() / Math.max(1, parameters);
  }

  Connection connection() {
    return connection;
  }

  /** Writes puts and deletes; each key is in at most one of them, so their order is free. */
  void write(List<Row> puts, List<Row> deletes) throws SQLException {
    for (int from = 0; from < puts.size(); from += putRows) {
      put(puts.subList(from, Math.min(from + putRows, puts.size())));
    }
    for (int from = 0; from < deletes.size(); from += deleteRows) {
      delete(deletes.subList(from, Math.min(from + deleteRows, deletes.size())));
    }
  }

  /** Most rows that one statement takes. */
  int mostRows() {
    return Math.min(putRows, deleteRows);
  }

  /** Writes rows that are all puts or all deletes, at most {@link #mostRows}, in one statement. */
  void writeOnce(List<Row> rows) throws SQLException {
    if (rows.get(0).isDelete()) {
      delete(rows);
    } else {
      put(rows);
    }
  }

  private void put(List<Row> rows) throws SQLException {
    if (rows.size() == putRows) {
      if (fullPut == null) {
        fullPut = connection.prepareStatement(putSql.apply(putRows));
      }
      put(fullPut, rows);
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(putSql.apply(rows.size()))) {
      put(statement, rows);
    }
  }

  private void put(PreparedStatement statement, List<Row> rows) throws SQLException {
    int parameter = 1;
    for (Row row : rows) {
      for (int i = 0; i < row.values().length; i++) {
        bind(statement, parameter++, target.columns().get(i), row.values()[i]);
      }
    }
    statement.executeUpdate();
  }

  private void delete(List<Row> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(deleteSql.apply(rows.size()))) {
      int parameter = 1;
      for (Row row : rows) {
        for (int i = 0; i < target.keys().size(); i++) {
          bind(statement, parameter++, target.keys().get(i), row.key().value(i));
        }
      }
      statement.executeUpdate();
    }
  }

  private void bind(
      PreparedStatement statement, int parameter, Column column, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(parameter, nullType(column.type()));
    } else if (value instanceof String text && column.type() != ColumnType.JSON) {
      statement.setString(parameter, text);
    } else if (value instanceof Long number) {
      statement.setLong(parameter, number);
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(parameter, bytes);
    } else if (value instanceof String || value instanceof UUID) {
      dialect.bindText(statement, parameter, value);
    } else {
      statement.setObject(parameter, value);
    }
  }

  private static int nullType(ColumnType type) {
    return switch (type) {
      case BOOLEAN -> Types.BOOLEAN;
      case INTEGER -> Types.BIGINT;
      case DECIMAL -> Types.NUMERIC;
      case FLOAT -> Types.REAL;
      case DOUBLE -> Types.DOUBLE;
      case TEXT -> Types.VARCHAR;
      case BYTES -> Types.VARBINARY;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP -> Types.TIMESTAMP;
      case TIMESTAMP_ZONED -> Types.TIMESTAMP_WITH_TIMEZONE;
      case JSON, UUID, OTHER -> Types.NULL;
    };
  }

  @Override
  public void close() {
    if (fullPut != null) {
      try {
        fullPut.close();
      } catch (SQLException e) {
        // Goes with its connection.
      }
      fullPut = null;
    }
  }
}
