package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.Value;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** H2 2.x, in the process or as a server. Stateless, thread-safe. */
final class H2Dialect implements Dialect {
  @Override
  public String name() {
    return "H2";
  }

  @Override
  public String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public int maxParameters() {
    return 20_000;
  }

  @Override
  public boolean countsErrorsLikeMySql() {
    return false;
  }

  @Override
  public List<String> sessionStatements(Duration lockWait) {
    return List.of(
        "SET TIME ZONE 'UTC'",
        "SET LOCK_TIMEOUT " + lockWait.toMillis(),
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }

  @Override
  public String columnsSql() {
    return "SELECT column_name, data_type, character_maximum_length, 0 AS character_octet_length,"
        + " numeric_precision, numeric_scale, datetime_precision, is_nullable, column_default,"
        + " is_identity, is_generated, NULL AS collation_name, NULL AS character_set_name"
        + " FROM information_schema.columns"
        + " WHERE table_schema = COALESCE(?, CURRENT_SCHEMA) AND table_name = ?"
        + " ORDER BY ordinal_position";
  }

  @Override
  public String uniqueIndexesSql() {
    return "SELECT c.index_name AS index_name, c.column_name AS column_name,"
        + " i.index_type_name = 'PRIMARY KEY' AS is_primary"
        + " FROM information_schema.index_columns c"
        + " JOIN information_schema.indexes i ON i.index_schema = c.index_schema"
        + " AND i.index_name = c.index_name"
        + " WHERE c.is_unique AND c.table_schema = COALESCE(?, CURRENT_SCHEMA)"
        + " AND c.table_name = ? ORDER BY c.index_name, c.ordinal_position";
  }

  @Override
  public Column column(ResultSet result) throws SQLException {
    ColumnRow row = new ColumnRow(result);
    String type = row.dataType();
    boolean filled =
        row.text("is_identity").orElse("NO").equals("YES")
            || row.text("is_generated").orElse("NEVER").equals("ALWAYS");
    Column column = row.column(typeOf(type), declared(result, type), range(type));
    return filled ? column.filledByDatabase() : column;
  }

  /** The type with its size, as a cast needs it. */
  private static String declared(ResultSet row, String type) throws SQLException {
    return switch (type) {
      case "numeric", "decimal" ->
          type + "(" + row.getInt("numeric_precision") + "," + row.getInt("numeric_scale") + ")";
      case "character varying", "character", "binary varying", "binary" ->
          type + "(" + row.getLong("character_maximum_length") + ")";
      case "timestamp" -> "timestamp(" + row.getInt("datetime_precision") + ")";
      case "timestamp with time zone" ->
          "timestamp(" + row.getInt("datetime_precision") + ") with time zone";
      case "time" -> "time(" + row.getInt("datetime_precision") + ")";
      default -> type;
    };
  }

  private static ColumnType typeOf(String type) {
    return switch (type) {
      case "boolean" -> ColumnType.BOOLEAN;
      case "tinyint", "smallint", "integer", "bigint" -> ColumnType.INTEGER;
      case "numeric", "decimal" -> ColumnType.DECIMAL;
      case "real" -> ColumnType.FLOAT;
      case "double precision", "float" -> ColumnType.DOUBLE;
      case "character varying", "character", "character large object", "varchar_ignorecase" ->
          ColumnType.TEXT;
      case "binary varying", "binary", "binary large object" -> ColumnType.BYTES;
      case "date" -> ColumnType.DATE;
      case "time" -> ColumnType.TIME;
      case "timestamp" -> ColumnType.TIMESTAMP;
      case "timestamp with time zone" -> ColumnType.TIMESTAMP_ZONED;
      case "uuid" -> ColumnType.UUID;
      default -> ColumnType.OTHER;
    };
  }

  private static Optional<Column.Range> range(String type) {
    return switch (type) {
      case "tinyint" -> Optional.of(Column.Range.signed(8));
      case "smallint" -> Optional.of(Column.Range.signed(16));
      case "integer" -> Optional.of(Column.Range.signed(32));
      case "bigint" -> Optional.of(Column.Range.signed(64));
      default -> Optional.empty();
    };
  }

  @Override
  public String typeFor(Value.Kind kind, KeyPart isKey, int scale) {
    return switch (kind) {
      case BOOLEAN -> "BOOLEAN";
      case LONG -> "BIGINT";
      case DOUBLE -> "DOUBLE PRECISION";
      case DECIMAL -> "NUMERIC(38," + scale + ")";
      case BYTES -> isKey == KeyPart.KEY ? "VARBINARY(1024)" : "BLOB";
      case INSTANT -> "TIMESTAMP(9) WITH TIME ZONE";
      case DATE -> "DATE";
      case TIME -> "TIME(9)";
      case TEXT, NULL, LIST, MAP -> isKey == KeyPart.KEY ? "VARCHAR(1024)" : "VARCHAR";
    };
  }

  @Override
  public String tableOptions() {
    return "";
  }

  @Override
  public Optional<Sessions> sessions() {
    return Optional.of(ListedSessions.H2);
  }

  @Override
  public String upsertSql(Target target, int rows) {
    return target.version().isEmpty() ? merge(target, rows) : mergeNewer(target, rows);
  }

  private String merge(Target target, int rows) {
    return "MERGE INTO "
        + target.table()
        + " ("
        + Sql.names(this, target.columns())
        + ") KEY ("
        + Sql.names(this, target.keys())
        + ") VALUES "
        + Sql.tuples(target.columns().size(), rows);
  }

  private String mergeNewer(Target target, int rows) {
    String version = quote(target.version().orElseThrow().name());
    String tuple =
        "(" + Sql.join(target.columns(), c -> "CAST(? AS " + c.sqlType() + ")", ", ") + ")";
    return "MERGE INTO "
        + target.table()
        + " t USING (VALUES "
        + Sql.repeat(tuple, ", ", rows)
        + ") s ("
        + Sql.names(this, target.columns())
        + ") ON "
        + Sql.join(target.keys(), c -> "t." + quote(c.name()) + " = s." + quote(c.name()), " AND ")
        + " WHEN MATCHED AND (t."
        + version
        + " IS NULL OR s."
        + version
        + " >= t."
        + version
        + ") THEN UPDATE SET "
        + Sql.join(target.updated(), c -> quote(c.name()) + " = s." + quote(c.name()), ", ")
        + " WHEN NOT MATCHED THEN INSERT ("
        + Sql.names(this, target.columns())
        + ") VALUES ("
        + Sql.join(target.columns(), c -> "s." + quote(c.name()), ", ")
        + ")";
  }
}
