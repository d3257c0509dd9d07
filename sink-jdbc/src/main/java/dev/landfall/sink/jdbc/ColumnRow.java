package dev.landfall.sink.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a row of {@code information_schema.columns}, whose columns are the same in all four
 * databases (SQL:2016 part 11), except for those that a dialect adds. One thread at a time.
 */
final class ColumnRow {
  private final ResultSet row;

  ColumnRow(ResultSet row) {
    this.row = row;
  }

  String name() throws SQLException {
    return row.getString("column_name");
  }

  /** The type's bare name, in lower case. */
  String dataType() throws SQLException {
    return row.getString("data_type").toLowerCase(Locale.ROOT);
  }

  /** A column that only some dialects select. */
  Optional<String> text(String name) throws SQLException {
    return Optional.ofNullable(row.getString(name));
  }

  /** Puts together what the dialect found out and what the row says. */
  Column column(ColumnType type, String sqlType, Optional<Column.Range> range) throws SQLException {
    boolean time = type == ColumnType.TIME || isTimestamp(type);
    boolean sized = type == ColumnType.TEXT || type == ColumnType.BYTES;
    return new Column(
        name(),
        type,
        sqlType,
        sized ? row.getLong("character_maximum_length") : 0,
        type == ColumnType.TEXT ? row.getLong("character_octet_length") : 0,
        type == ColumnType.DECIMAL ? row.getInt("numeric_precision") : 0,
        time ? row.getInt("datetime_precision") : row.getInt("numeric_scale"),
        range,
        row.getString("is_nullable").equalsIgnoreCase("NO"),
        false,
        row.getString("column_default") != null,
        text("collation_name"),
        text("character_set_name"));
  }

  private static boolean isTimestamp(ColumnType type) {
    return type == ColumnType.TIMESTAMP || type == ColumnType.TIMESTAMP_ZONED;
  }
}
