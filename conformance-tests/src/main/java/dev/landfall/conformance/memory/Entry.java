package dev.landfall.conformance.memory;

import dev.landfall.sdk.record.SinkRecord;

/**
 * One record as the store keeps it. Immutable, thread-safe.
 *
 * @param key its key
 * @param record which record it is
 * @param kind what is asked for
 */
record Entry(String key, String record, Kind kind) {
  enum Kind {
    PUT,
    DELETE,
    /** The store refuses it, whatever is done. */
    BAD
  }

  static Entry of(SinkRecord record) {
    String id = record.position().split() + ':' + record.position().offset();
    Kind kind =
        record.isDelete()
            ? Kind.DELETE
            : record.value().toString().startsWith("bad") ? Kind.BAD : Kind.PUT;
    return new Entry(record.key().toString(), id, kind);
  }

  String split() {
    return record.substring(0, record.indexOf(':'));
  }

  long offset() {
    return Long.parseLong(record.substring(record.indexOf(':') + 1));
  }
}
