package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.Optional;

/**
 * A table as the database describes it. Immutable, thread-safe.
 *
 * @param name its name
 * @param columns all columns in their order
 * @param primaryKey names of the primary key's columns in its order; empty without one
 * @param otherUnique columns of every other unique index
 */
record TableShape(
    TableName name, List<Column> columns, List<String> primaryKey, List<List<String>> otherUnique) {
  /** Stands in an index for what is no whole column: an expression, or its beginning. */
  static final String NO_COLUMN = "";

  TableShape {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    otherUnique = List.copyOf(otherUnique);
  }

  /**
   * The column of that name: spelled like it, or else the only one that differs in case. Databases
   * fold the case of names that were created unquoted, each in its own way.
   */
  Optional<Column> column(String wanted) {
    Optional<Column> exact = columns.stream().filter(c -> c.name().equals(wanted)).findFirst();
    if (exact.isPresent()) {
      return exact;
    }
    List<Column> folded = columns.stream().filter(c -> c.name().equalsIgnoreCase(wanted)).toList();
    return folded.size() == 1 ? Optional.of(folded.get(0)) : Optional.empty();
  }
}
