package dev.landfall.sink.jdbc;

import java.util.Optional;

/**
 * A table's name, taken as it is: a dot is part of it. Immutable, thread-safe.
 *
 * @param schema the schema (MySQL and MariaDB: the database); the connection's own without it
 * @param table the name within it
 */
record TableName(Optional<String> schema, String table) {
  /** The name for a statement, each part quoted. */
  String quoted(Dialect dialect) {
    String name = dialect.quote(table);
    return schema.map(s -> dialect.quote(s) + "." + name).orElse(name);
  }

  /** Another table beside this one. */
  TableName sibling(String name) {
    return new TableName(schema, name);
  }

  @Override
  public String toString() {
    return schema.map(s -> s + "." + table).orElse(table);
  }
}
