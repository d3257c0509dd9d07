package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.record.Value;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** PostgreSQL from 12. Stateless, thread-safe. */
final class PostgresDialect implements Dialect {
  @Override
  public String name() {
    return "PostgreSQL";
  }

  @Override
  public String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** The protocol counts the parameters of Bind in 16 bits. */
  @Override
  public int maxParameters() {
    return 65_535;
  }

  @Override
  public boolean countsErrorsLikeMySql() {
    return false;
  }

  @Override
  public List<String> sessionStatements(Duration lockWait) {
    return List.of(
        "SET TIME ZONE 'UTC'",
        "SET lock_timeout = " + lockWait.toMillis(),
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }

  @Override
  public String columnsSql() {
    return "SELECT column_name, data_type, character_maximum_length,"
        + " 0 AS character_octet_length, numeric_precision, numeric_scale, datetime_precision,"
        + " is_nullable, column_default, is_identity, is_generated, collation_name,"
        + " character_set_name FROM information_schema.columns"
        + " WHERE table_schema = COALESCE(?, current_schema()) AND table_name = ?"
        + " ORDER BY ordinal_position";
  }

  /** Leaves out partial indexes: they say nothing about all rows. */
  @Override
  public String uniqueIndexesSql() {
    return "SELECT i.relname AS index_name, a.attname AS column_name, x.indisprimary AS is_primary"
        + " FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid"
        + " JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace"
        + " CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY k(number, place)"
        + " LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number"
        + " WHERE x.indisunique AND x.indpred IS NULL AND k.place <= x.indnkeyatts"
        + " AND n.nspname = COALESCE(?, current_schema()) AND t.relname = ?"
        + " ORDER BY i.relname, k.place";
  }

  @Override
  public Column column(ResultSet result) throws SQLException {
    ColumnRow row = new ColumnRow(result);
    String type = row.dataType();
    boolean filled =
        row.text("is_identity").orElse("NO").equals("YES")
            || row.text("is_generated").orElse("NEVER").equals("ALWAYS")
            || row.text("column_default").orElse("").startsWith("nextval(");
    Column column = row.column(typeOf(type), type, range(type));
    return filled ? column.filledByDatabase() : column;
  }

  private static ColumnType typeOf(String type) {
    return switch (type) {
      case "boolean" -> ColumnType.BOOLEAN;
      case "smallint", "integer", "bigint" -> ColumnType.INTEGER;
      case "numeric" -> ColumnType.DECIMAL;
      case "real" -> ColumnType.FLOAT;
      case "double precision" -> ColumnType.DOUBLE;
      case "character varying", "character", "text" -> ColumnType.TEXT;
      case "bytea" -> ColumnType.BYTES;
      case "date" -> ColumnType.DATE;
      case "time without time zone" -> ColumnType.TIME;
      case "timestamp without time zone" -> ColumnType.TIMESTAMP;
      case "timestamp with time zone" -> ColumnType.TIMESTAMP_ZONED;
      case "json", "jsonb" -> ColumnType.JSON;
      case "uuid" -> ColumnType.UUID;
      default -> ColumnType.OTHER;
    };
  }

  private static Optional<Column.Range> range(String type) {
    return switch (type) {
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
      case DECIMAL -> "NUMERIC";
      case BYTES -> "BYTEA";
      case INSTANT -> "TIMESTAMP(6) WITH TIME ZONE";
      case DATE -> "DATE";
      case TIME -> "TIME(6)";
      case TEXT, NULL, LIST, MAP -> "TEXT";
    };
  }

  @Override
  public String tableOptions() {
    return "";
  }

  @Override
  public String upsertSql(Target target, int rows) {
    String insert =
        "INSERT INTO "
            + target.table()
            + " AS landfall_old ("
            + Sql.names(this, target.columns())
            + ") VALUES "
            + Sql.tuples(target.columns().size(), rows)
            + " ON CONFLICT ("
            + Sql.names(this, target.keys())
            + ") DO ";
    if (target.updated().isEmpty()) {
      return insert + "NOTHING";
    }
    return insert
        + "UPDATE SET "
        + Sql.join(target.updated(), c -> quote(c.name()) + " = EXCLUDED." + quote(c.name()), ", ")
        + target.version().map(this::onlyNewer).orElse("");
  }

  private String onlyNewer(Column version) {
    String name = quote(version.name());
    return " WHERE landfall_old."
        + name
        + " IS NULL OR landfall_old."
        + name
        + " <= EXCLUDED."
        + name;
  }

  /** Untyped: the server finds out what the column is. */
  @Override
  public void bindText(PreparedStatement statement, int parameter, Object value)
      throws SQLException {
    statement.setObject(parameter, value, Types.OTHER);
  }

  @Override
  public List<Finding> check(Connection connection, Database database, PipelineTerms terms)
      throws SQLException {
    return new PostgresChecks(connection, database, terms).findings();
  }

  @Override
  public Optional<Rehearsal> rehearsal() {
    return Optional.of(new PostgresRehearsal());
  }

  @Override
  public Optional<Sessions> sessions() {
    return Optional.of(ListedSessions.POSTGRES);
  }

  @Override
  public Optional<String> xaDataSource() {
    return Optional.of("org.postgresql.xa.PGXADataSource");
  }

  /** A prepared transaction belongs to no session (PREPARE TRANSACTION). */
  @Override
  public String detachesSql() {
    return "SELECT 1";
  }

  /** The driver names a branch {@code format_base64(global)_base64(branch)}. */
  @Override
  public Optional<Duration> preparedFor(Connection connection, BranchXid xid) throws SQLException {
    Base64.Encoder base64 = Base64.getEncoder();
    String name =
        xid.getFormatId()
            + "_"
            + base64.encodeToString(xid.getGlobalTransactionId())
            + "_"
            + base64.encodeToString(xid.getBranchQualifier());
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT CAST(1000 * EXTRACT(EPOCH FROM now() - prepared) AS BIGINT)"
                + " FROM pg_prepared_xacts WHERE gid = ? AND database = current_database()")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? Optional.of(Duration.ofMillis(row.getLong(1))) : Optional.empty();
      }
    }
  }

  /** An error ends the whole transaction, unless there is a point to go back to. */
  @Override
  public boolean needsSavepoints() {
    return true;
  }
}
