package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the statement for a missing table: from declared columns, or from the types of the first
 * records, each column as wide as the widest value seen. Stateless, thread-safe.
 */
final class TableCreation {
  private static final int MIN_SCALE = 9;
  private static final int MAX_SCALE = 28;

  private final Dialect dialect;
  private final JdbcConfiguration configuration;

  TableCreation(Dialect dialect, JdbcConfiguration configuration) {
    this.dialect = dialect;
    this.configuration = configuration;
  }

  /** The statement for the declared columns, if there are any. */
  Optional<String> declared() {
    return configuration.columns().isEmpty()
        ? Optional.empty()
        : Optional.of(statement(configuration.columns(), configuration.keyColumns()));
  }

  /** The statement for what these records hold. */
  String inferred(List<SinkRecord> records) {
    Map<String, Seen> fields = new LinkedHashMap<>();
    for (SinkRecord record : records) {
      if (!record.isDelete()) {
        fieldsOf(record.value()).forEach((name, value) -> see(fields, name, value));
      }
    }
    List<String> keys = keys(records, fields.keySet());
    if (keys.size() == 1 && !fields.containsKey(keys.get(0))) {
      records.forEach(record -> see(fields, keys.get(0), record.key()));
    }
    Map<String, String> columns = new LinkedHashMap<>();
    fields.forEach(
        (name, seen) ->
            columns.put(
                name,
                dialect.typeFor(
                    seen.widest(),
                    keys.contains(name) ? Dialect.KeyPart.KEY : Dialect.KeyPart.VALUE,
                    seen.scale)));
    return statement(columns, keys);
  }

  private static Map<String, Value> fieldsOf(Value value) {
    return value instanceof Value.OfMap map ? map.fields() : Map.of(RowMapper.VALUE_COLUMN, value);
  }

  private static void see(Map<String, Seen> fields, String name, Value value) {
    fields.computeIfAbsent(name, key -> new Seen()).add(value);
  }

  /**
   * The key's columns: declared; or the names in the key itself; or the one field that equals the
   * key in every record; or a column of its own, named {@code key}.
   */
  private List<String> keys(List<SinkRecord> records, Set<String> fields) {
    if (!configuration.keyColumns().isEmpty()) {
      return configuration.keyColumns();
    }
    if (records.stream().anyMatch(record -> record.key().isNull())) {
      return List.of();
    }
    if (records.get(0).key() instanceof Value.OfMap key) {
      return List.copyOf(key.fields().keySet());
    }
    Set<String> equal = new LinkedHashSet<>(fields);
    for (SinkRecord record : records) {
      if (!record.isDelete()) {
        Map<String, Value> own = fieldsOf(record.value());
        equal.removeIf(name -> !record.key().equals(own.get(name)));
      }
    }
    return List.of(equal.isEmpty() ? "key" : equal.iterator().next());
  }

  private String statement(Map<String, String> columns, List<String> keys) {
    List<String> parts = new ArrayList<>();
    columns.forEach(
        (name, type) ->
            parts.add(dialect.quote(name) + " " + type + (keys.contains(name) ? " NOT NULL" : "")));
    if (!keys.isEmpty()) {
      parts.add(
          "PRIMARY KEY (" + String.join(", ", keys.stream().map(dialect::quote).toList()) + ")");
    }
    TableName name = new TableName(configuration.schema(), configuration.table());
    return "CREATE TABLE IF NOT EXISTS "
        + name.quoted(dialect)
        + " ("
        + String.join(", ", parts)
        + ")"
        + dialect.tableOptions();
  }

  /** What one field has held so far. */
  private static final class Seen {
    private final EnumSet<Value.Kind> kinds = EnumSet.noneOf(Value.Kind.class);
    private int scale = MIN_SCALE;

    void add(Value value) {
      kinds.add(value.kind());
      if (value instanceof Value.OfDecimal decimal) {
        scale = Math.min(MAX_SCALE, Math.max(scale, decimal.value().scale()));
      }
    }

    /** The type that holds all of them without loss; text where no other does. */
    Value.Kind widest() {
      kinds.remove(Value.Kind.NULL);
      if (kinds.size() == 1) {
        return kinds.iterator().next();
      }
      if (kinds.equals(EnumSet.of(Value.Kind.LONG, Value.Kind.DOUBLE))) {
        return Value.Kind.DOUBLE;
      }
      if (kinds.equals(EnumSet.of(Value.Kind.LONG, Value.Kind.DECIMAL))) {
        return Value.Kind.DECIMAL;
      }
      return Value.Kind.TEXT;
    }
  }
}
