package dev.landfall.sink.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a table looks like. Stateless, thread-safe. */
final class TableReader {
  private final Dialect dialect;

  TableReader(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The table's shape, or empty if there is no such table. */
  Optional<TableShape> read(Connection connection, TableName name) throws SQLException {
    List<Column> columns = columns(connection, name);
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    List<String> primary = new ArrayList<>();
    Map<String, List<String>> others = new LinkedHashMap<>();
    try (PreparedStatement query = query(connection, dialect.uniqueIndexesSql(), name);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        List<String> index =
            rows.getBoolean("is_primary")
                ? primary
                : others.computeIfAbsent(rows.getString("index_name"), key -> new ArrayList<>());
        // Of an expression, or of a part of a column: no key of ours.
        index.add(Optional.ofNullable(rows.getString("column_name")).orElse(TableShape.NO_COLUMN));
      }
    }
    return Optional.of(new TableShape(name, columns, primary, List.copyOf(others.values())));
  }

  private List<Column> columns(Connection connection, TableName name) throws SQLException {
    List<Column> columns = new ArrayList<>();
    try (PreparedStatement query = query(connection, dialect.columnsSql(), name);
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        columns.add(dialect.column(rows));
      }
    }
    return columns;
  }

  private static PreparedStatement query(Connection connection, String sql, TableName name)
      throws SQLException {
    PreparedStatement query = connection.prepareStatement(sql);
    query.setString(1, name.schema().orElse(null));
    query.setString(2, name.table());
    return query;
  }
}
