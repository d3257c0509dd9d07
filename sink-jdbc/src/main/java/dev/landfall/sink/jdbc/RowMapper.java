package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts records into rows of one target, or says why not (SI-8). Immutable, thread-safe.
 *
 * <p>A put replaces the whole row: a field that the record does not have becomes null, or a replay
 * that is cut into other batches would leave another row behind (I-4).
 */
final class RowMapper {
  /** The column of a record whose value is not made of fields. */
  static final String VALUE_COLUMN = "value";

  private final Target target;
  private final UnknownFields unknownFields;
  private final Map<String, Integer> exact = new HashMap<>();
  private final int[] keyIndex;

  RowMapper(Target target, UnknownFields unknownFields) {
    this.target = target;
    this.unknownFields = unknownFields;
    this.keyIndex = new int[target.keys().size()];
    for (int i = 0; i < target.columns().size(); i++) {
      Column column = target.columns().get(i);
      exact.put(column.name(), i);
      int key = target.keys().indexOf(column);
      if (key >= 0) {
        keyIndex[key] = i;
      }
    }
  }

  Row map(SinkRecord record) throws RefusedValueException {
    Value[] fields = new Value[target.columns().size()];
    if (!record.isDelete()) {
      spread(record.value(), fields);
    } else if (target.keys().isEmpty()) {
      throw new RefusedValueException("Cannot delete: the table has no key");
    } else if (target.version().isPresent()) {
      throw new RefusedValueException(
          "Cannot delete: a delete has no version to compare with that of the row");
    }
    takeKey(record.key(), fields);
    @Nullable Object[] values = convert(record, fields);
    return new Row(record, key(values), record.isDelete() ? new Object[0] : values, size(values));
  }

  private void spread(Value value, Value[] fields) throws RefusedValueException {
    if (!(value instanceof Value.OfMap map)) {
      place(VALUE_COLUMN, value, fields, Set.of(VALUE_COLUMN));
      return;
    }
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      place(field.getKey(), field.getValue(), fields, map.fields().keySet());
    }
  }

  private void place(String name, Value value, Value[] fields, Set<String> names)
      throws RefusedValueException {
    Integer index = exact.get(name);
    if (index == null) {
      index = folded(name);
      boolean isTaken =
          index != null
              && (fields[index] != null || names.contains(target.columns().get(index).name()));
      index = isTaken ? null : index;
    }
    if (index != null) {
      fields[index] = value;
    } else if (unknownFields == UnknownFields.REJECT) {
      throw new RefusedValueException(
          "Cannot write field "
              + name
              + ": the table has no such column that is written (add the column, or set"
              + " unknown-fields: ignore)");
    }
  }

  /** The only column that differs in case alone, if there is one; another field may be it. */
  private @Nullable Integer folded(String name) {
    Integer found = null;
    for (Map.Entry<String, Integer> column : exact.entrySet()) {
      if (column.getKey().equalsIgnoreCase(name)) {
        if (found != null) {
          return null;
        }
        found = column.getValue();
      }
    }
    return found;
  }

  private void takeKey(Value key, Value[] fields) throws RefusedValueException {
    List<Column> keys = target.keys();
    if (key.isNull() || keys.isEmpty()) {
      return;
    }
    if (key instanceof Value.OfMap map) {
      for (int i = 0; i < keys.size(); i++) {
        putKey(i, map.field(keys.get(i).name()), fields);
      }
      return;
    }
    List<Value> parts = key instanceof Value.OfList list ? list.values() : List.of(key);
    if (parts.size() != keys.size()) {
      throw new RefusedValueException(
          "Cannot write a key of "
              + parts.size()
              + " parts: the table's key has "
              + keys.size()
              + " columns");
    }
    for (int i = 0; i < keys.size(); i++) {
      putKey(i, parts.get(i), fields);
    }
  }

  /** The key decides; a field of the same column that says otherwise is no detail. */
  private void putKey(int key, Value part, Value[] fields) throws RefusedValueException {
    Value field = fields[keyIndex[key]];
    if (field != null && !field.equals(part)) {
      throw RefusedValueException.of(
          target.keys().get(key), field, "the record's key, which is '" + part + "'");
    }
    fields[keyIndex[key]] = part;
  }

  private @Nullable Object[] convert(SinkRecord record, Value[] fields)
      throws RefusedValueException {
    @Nullable Object[] values = new @Nullable Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Column column = target.columns().get(i);
      if (!record.isDelete() || target.keys().contains(column)) {
        values[i] = Conversion.toJdbc(column, fields[i] == null ? Value.ofNull() : fields[i]);
      }
    }
    if (target.version().isPresent() && values[versionIndex()] == null) {
      throw RefusedValueException.of(target.version().get(), null, "a version");
    }
    return values;
  }

  private int versionIndex() {
    return target.columns().indexOf(target.version().orElseThrow());
  }

  private RowKey key(@Nullable Object[] values) throws RefusedValueException {
    Object[] key = new Object[keyIndex.length];
    for (int i = 0; i < key.length; i++) {
      Object part = values[keyIndex[i]];
      if (part == null) {
        throw RefusedValueException.of(target.keys().get(i), null, "a value: it is the key");
      }
      key[i] = target.keys().get(i).comparable(part);
    }
    return new RowKey(key);
  }

  /** An upper bound for ordinary text, in bytes on the wire. */
  private static int size(@Nullable Object[] values) {
    long bytes = 8;
    for (Object value : values) {
      if (value instanceof String text) {
        bytes += 3L * text.length() + 8;
      } else if (value instanceof byte[] array) {
        bytes += 2L * array.length + 8;
      } else {
        bytes += 32;
      }
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
