package dev.landfall.sink.jdbc;

import java.util.List;
import java.util.Optional;

/**
 * A table together with what this pipeline writes into it. Immutable, thread-safe.
 *
 * @param table quoted name, for statements
 * @param columns the columns that every statement names, in order
 * @param keys those of them that hold the record's key
 * @param version the one that holds the version, in monotonic mode
 */
record Target(String table, List<Column> columns, List<Column> keys, Optional<Column> version) {
  Target {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
  }

  /** The columns that an update changes. */
  List<Column> updated() {
    return columns.stream().filter(column -> !keys.contains(column)).toList();
  }
}
