package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.record.Value;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What MySQL and MariaDB have in common. Stateless, thread-safe. */
interface MySqlFamily extends Dialect {
  /** Seconds since 1970 that a TIMESTAMP of four bytes holds (MySQL manual, 11.2.2). */
  Column.Range FOUR_BYTES = new Column.Range(BigInteger.ONE, BigInteger.valueOf(Integer.MAX_VALUE));

  @Override
  default String quote(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }

  /** Both count parameters of a server-side statement in 16 bits. */
  @Override
  default int maxParameters() {
    return 65_535;
  }

  @Override
  default boolean countsErrorsLikeMySql() {
    return true;
  }

  /**
   * READ COMMITTED takes no gap locks, so that writers of neighbouring keys do not wait for each
   * other. A key of 0 in an AUTO_INCREMENT column is that key, and no order for the next number,
   * which each replay would give anew.
   */
  @Override
  default List<String> sessionStatements(Duration lockWait) {
    return List.of(
        "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = "
            + Math.max(1, lockWait.toSeconds())
            + ", sql_mode = CONCAT(@@SESSION.sql_mode,"
            + " ',STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO')",
        "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
  }

  @Override
  default Optional<String> lockWaitEndsTransactionSql() {
    return Optional.of("SELECT @@GLOBAL.innodb_rollback_on_timeout");
  }

  @Override
  default Optional<String> maxStatementBytesSql() {
    return Optional.of("SELECT @@max_allowed_packet");
  }

  @Override
  default String columnsSql() {
    return "SELECT column_name, data_type, character_maximum_length, character_octet_length,"
        + " numeric_precision, numeric_scale, datetime_precision, is_nullable, column_default,"
        + " collation_name, character_set_name, column_type, extra"
        + " FROM information_schema.columns"
        + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?"
        + " ORDER BY ordinal_position";
  }

  /** An index over the beginning of a column is none over the column. */
  @Override
  default String uniqueIndexesSql() {
    return "SELECT index_name, IF(sub_part IS NULL, column_name, NULL) AS column_name,"
        + " index_name = 'PRIMARY' AS is_primary"
        + " FROM information_schema.statistics"
        + " WHERE non_unique = 0 AND table_schema = COALESCE(?, DATABASE()) AND table_name = ?"
        + " ORDER BY index_name, seq_in_index";
  }

  @Override
  default Column column(ResultSet result) throws SQLException {
    ColumnRow row = new ColumnRow(result);
    String type = row.dataType();
    String declared = row.text("column_type").orElse(type).toLowerCase(Locale.ROOT);
    String extra = row.text("extra").orElse("").toLowerCase(Locale.ROOT);
    boolean filled =
        extra.contains("auto_increment")
            || extra.contains("virtual generated")
            || extra.contains("stored generated");
    Column column = row.column(typeOf(type, declared), declared, range(type, declared));
    return filled ? column.filledByDatabase() : column;
  }

  private static ColumnType typeOf(String type, String declared) {
    return switch (type) {
      case "tinyint", "smallint", "mediumint", "int", "bigint" -> ColumnType.INTEGER;
      case "bit" -> declared.equals("bit(1)") ? ColumnType.BOOLEAN : ColumnType.OTHER;
      case "decimal" -> ColumnType.DECIMAL;
      case "float" -> ColumnType.FLOAT;
      case "double" -> ColumnType.DOUBLE;
      case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set" ->
          ColumnType.TEXT;
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.BYTES;
      case "date" -> ColumnType.DATE;
      case "time" -> ColumnType.TIME;
      case "datetime", "timestamp" -> ColumnType.TIMESTAMP;
      case "json" -> ColumnType.JSON;
      case "uuid" -> ColumnType.UUID;
      default -> ColumnType.OTHER;
    };
  }

  private static Optional<Column.Range> range(String type, String declared) {
    return switch (type) {
      case "tinyint" -> bits(8, declared);
      case "smallint" -> bits(16, declared);
      case "mediumint" -> bits(24, declared);
      case "int" -> bits(32, declared);
      case "bigint" -> bits(64, declared);
      case "timestamp" -> Optional.of(FOUR_BYTES);
      default -> Optional.empty();
    };
  }

  private static Optional<Column.Range> bits(int bits, String declared) {
    return Optional.of(
        declared.contains("unsigned") ? Column.Range.unsigned(bits) : Column.Range.signed(bits));
  }

  @Override
  default String typeFor(Value.Kind kind, KeyPart isKey, int scale) {
    boolean key = isKey == KeyPart.KEY;
    return switch (kind) {
      case BOOLEAN -> "TINYINT(1)";
      case LONG -> "BIGINT";
      case DOUBLE -> "DOUBLE";
      case DECIMAL -> "DECIMAL(38," + scale + ")";
      case BYTES -> key ? "VARBINARY(255)" : "LONGBLOB";
      case INSTANT -> "DATETIME(6)";
      case DATE -> "DATE";
      case TIME -> "TIME(6)";
      case TEXT, NULL, LIST, MAP -> key ? "VARCHAR(255)" : "LONGTEXT";
    };
  }

  @Override
  default List<Finding> check(Connection connection, Database database, PipelineTerms terms)
      throws SQLException {
    return new MySqlChecks(connection, database, name(), terms).findings();
  }

  @Override
  default Optional<Rehearsal> rehearsal() {
    return Optional.of(new MySqlRehearsal());
  }

  @Override
  default Optional<Sessions> sessions() {
    return Optional.of(new NamedLockSessions());
  }

  /**
   * {@code ON DUPLICATE KEY UPDATE}: assignments run from left to right, so the version comes last
   * and the others compare with the old one (MySQL manual, 13.2.6.2).
   *
   * @param offered how the statement names the value that was to be inserted
   */
  default String onDuplicate(Target target, UnaryOperator<String> offered) {
    if (target.updated().isEmpty()) {
      String key = quote(target.keys().get(0).name());
      return " ON DUPLICATE KEY UPDATE " + key + " = " + target.table() + "." + key;
    }
    return " ON DUPLICATE KEY UPDATE "
        + target
            .version()
            .map(version -> newer(target, version, offered))
            .orElseGet(() -> Sql.join(target.updated(), c -> assign(c, offered), ", "));
  }

  private String assign(Column column, UnaryOperator<String> offered) {
    String name = quote(column.name());
    return name + " = " + offered.apply(name);
  }

  private String newer(Target target, Column version, UnaryOperator<String> offered) {
    String own = target.table() + "." + quote(version.name());
    String condition = own + " IS NULL OR " + offered.apply(quote(version.name())) + " >= " + own;
    List<Column> ordered = new ArrayList<>(target.updated());
    ordered.remove(version);
    ordered.add(version);
    return Sql.join(
        ordered,
        c -> {
          String name = quote(c.name());
          return name
              + " = IF("
              + condition
              + ", "
              + offered.apply(name)
              + ", "
              + target.table()
              + "."
              + name
              + ")";
        },
        ", ");
  }
}
