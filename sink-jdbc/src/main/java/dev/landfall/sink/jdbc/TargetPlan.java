package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a pipeline writes into a table of a given shape, and what stands against it. Immutable,
 * thread-safe.
 *
 * @param target the columns, keys and version to write; of use only without errors
 * @param findings everything that is wrong or weak (SI-6)
 */
record TargetPlan(Target target, List<Finding> findings) {
  TargetPlan {
    findings = List.copyOf(findings);
  }

  /** The findings that keep a pipeline from starting. */
  List<Finding> errors() {
    return findings.stream().filter(f -> f.severity() == Finding.Severity.ERROR).toList();
  }

  /** Whether there are columns enough for a statement that writes. */
  boolean isWritable(JdbcConfiguration configuration) {
    return !target.columns().isEmpty() && !(configuration.writesByKey() && target.keys().isEmpty());
  }

  static TargetPlan of(TableShape shape, Database database) {
    List<Finding> findings = new ArrayList<>();
    JdbcConfiguration configuration = database.configuration();
    List<Column> written = written(shape, configuration, findings);
    List<Column> keys =
        configuration.writesByKey() ? keys(shape, configuration, findings) : List.of();
    Optional<Column> version = configuration.version().flatMap(shape::column);
    configuration.version().ifPresent(name -> checkVersion(name, version, findings));
    for (Column key : keys) {
      if (!written.contains(key)) {
        written.add(key);
      }
    }
    Target target = new Target(shape.name().quoted(database.dialect()), written, keys, version);
    if (configuration.writesByKey()) {
      checkUnique(shape, target, database.dialect(), findings);
    }
    checkRequired(shape, target, findings);
    findings.addAll(ColumnChecks.of(target));
    return new TargetPlan(target, findings);
  }

  private static List<Column> written(
      TableShape shape, JdbcConfiguration configuration, List<Finding> findings) {
    if (configuration.columns().isEmpty()) {
      return new ArrayList<>(shape.columns().stream().filter(c -> !c.filled()).toList());
    }
    return named(shape, "columns", List.copyOf(configuration.columns().keySet()), findings);
  }

  private static List<Column> keys(
      TableShape shape, JdbcConfiguration configuration, List<Finding> findings) {
    boolean declared = !configuration.keyColumns().isEmpty();
    if (!declared && shape.primaryKey().contains(TableShape.NO_COLUMN)) {
      findings.add(
          Finding.error(
              "the primary key of table "
                  + shape.name()
                  + " holds only the beginning of a column: keys that begin alike would be one row",
              "ALTER TABLE … ADD PRIMARY KEY over whole columns"));
      return List.of();
    }
    List<String> names = declared ? configuration.keyColumns() : shape.primaryKey();
    if (names.isEmpty()) {
      findings.add(
          Finding.error(
              "table " + shape.name() + " has no primary key, and rows are written by key",
              "ALTER TABLE … ADD PRIMARY KEY (…), or use mode confirm or xa to append rows"));
    }
    return named(shape, "key-columns", names, findings);
  }

  private static List<Column> named(
      TableShape shape, String key, List<String> names, List<Finding> findings) {
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      Optional<Column> column = shape.column(name);
      column.ifPresent(columns::add);
      if (column.isEmpty()) {
        findings.add(
            Finding.error(
                "table " + shape.name() + " has no column " + name + ", which " + key + " names",
                "ALTER TABLE … ADD COLUMN, or correct " + key));
      }
    }
    return columns;
  }

  private static void checkVersion(String name, Optional<Column> version, List<Finding> findings) {
    boolean ordered =
        version
            .map(Column::type)
            .filter(
                type ->
                    type == ColumnType.INTEGER
                        || type == ColumnType.DECIMAL
                        || type == ColumnType.TIMESTAMP
                        || type == ColumnType.TIMESTAMP_ZONED)
            .isPresent();
    if (!ordered) {
      findings.add(
          Finding.error(
              "column "
                  + name
                  + " cannot hold a version: it is "
                  + version.map(Column::sqlType).orElse("missing"),
              "use a column of whole numbers, decimals or timestamps"));
    }
  }

  /**
   * A key that is no unique index would be written twice; a second unique index would make an
   * upsert overwrite another row (MySQL, MariaDB) or fail (elsewhere).
   */
  private static void checkUnique(
      TableShape shape, Target target, Dialect dialect, List<Finding> findings) {
    Set<String> key = new HashSet<>(target.keys().stream().map(Column::name).toList());
    List<List<String>> indexes = new ArrayList<>(shape.otherUnique());
    if (!shape.primaryKey().isEmpty()) {
      indexes.add(shape.primaryKey());
    }
    if (!key.isEmpty() && indexes.stream().noneMatch(index -> key.equals(new HashSet<>(index)))) {
      findings.add(
          Finding.error(
              "the key " + key + " of table " + shape.name() + " is not unique",
              "ALTER TABLE … ADD PRIMARY KEY or a unique index over exactly these columns"));
    }
    Set<String> written = new HashSet<>(target.columns().stream().map(Column::name).toList());
    for (List<String> index : indexes) {
      boolean touched =
          index.contains(TableShape.NO_COLUMN) || index.stream().anyMatch(written::contains);
      if (!key.equals(new HashSet<>(index)) && touched) {
        findings.add(secondUnique(shape, index, dialect));
      }
    }
  }

  private static Finding secondUnique(TableShape shape, List<String> index, Dialect dialect) {
    List<String> parts =
        index.stream()
            .map(
                part ->
                    part.equals(TableShape.NO_COLUMN)
                        ? "an expression or a part of a column"
                        : part)
            .toList();
    String what =
        "table " + shape.name() + " has a second unique index, over " + String.join(", ", parts);
    return dialect.countsErrorsLikeMySql()
        ? Finding.error(
            what + ": an upsert of one key would overwrite the row of another",
            "drop the index, or make it part of the key")
        : Finding.warning(
            what + ": a record that violates it is rejected",
            "drop the index if that is not meant");
  }

  private static void checkRequired(TableShape shape, Target target, List<Finding> findings) {
    for (Column column : shape.columns()) {
      if (column.required()
          && !column.filled()
          && !column.defaulted()
          && !target.columns().contains(column)) {
        findings.add(
            Finding.error(
                "column " + column.name() + " is NOT NULL without a default, and is not written",
                "add it to columns, or give it a default"));
      }
    }
  }
}
