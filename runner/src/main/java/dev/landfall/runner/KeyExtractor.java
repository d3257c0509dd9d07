package dev.landfall.runner;

import dev.landfall.sdk.config.NearestName;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a record's key from its fields, as {@code key:} asks. One field gives its value as the key,
 * several give a map of them. Immutable, thread-safe.
 */
final class KeyExtractor {
  /** Stands for the key that the source gave. */
  static final String OF_RECORD = "@record";

  private final List<String> fields;
  private final boolean ofRecord;

  KeyExtractor(List<String> fields) {
    this.fields = fields;
    this.ofRecord = fields.equals(List.of(OF_RECORD));
  }

  /** Whether every record that passes has a key. */
  boolean isKeyed() {
    return !fields.isEmpty();
  }

  /** The record with its key; null if a field of it is missing, see {@link #reason}. */
  @Nullable SinkRecord keyed(SinkRecord record) {
    if (fields.isEmpty()) {
      return record;
    }
    // A delete has no fields; the source gave it the key.
    if (ofRecord || (record.isDelete() && !record.key().isNull())) {
      return record.key().isNull() ? null : record;
    }
    Value key = key(record.value());
    return key == null ? null : record.withKey(key);
  }

  private @Nullable Value key(Value value) {
    if (!(value instanceof Value.OfMap map)) {
      return null;
    }
    if (fields.size() == 1) {
      Value key = map.field(fields.get(0));
      return key.isNull() ? null : key;
    }
    Map<String, Value> parts = new LinkedHashMap<>();
    for (String field : fields) {
      Value part = map.field(field);
      if (part.isNull()) {
        return null;
      }
      parts.put(field, part);
    }
    return Value.of(parts);
  }

  /** Why {@link #keyed} gave nothing. */
  String reason(SinkRecord record) {
    if (ofRecord) {
      return "it has no key, expected one from the source (name the key's fields in key:)";
    }
    if (!(record.value() instanceof Value.OfMap map)) {
      return "its value has no fields, expected " + fields + " for the key";
    }
    String missing =
        fields.stream().filter(field -> map.field(field).isNull()).findFirst().orElse("");
    return "its key field '"
        + missing
        + "' is missing or null, expected a value (mend the record"
        + NearestName.of(missing, map.fields().keySet())
            .map(near -> ", or key: in the pipeline if '" + near + "' is meant")
            .orElse("")
        + ")";
  }
}
