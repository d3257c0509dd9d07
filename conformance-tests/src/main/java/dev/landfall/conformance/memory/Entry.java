package dev.landfall.conformance.memory;

import dev.landfall.sdk.record.SinkRecord;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

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

  /** Why a store of rows cannot take the record; empty if it can. */
  Optional<String> refusal() {
    return switch (kind) {
      case PUT -> Optional.empty();
      case DELETE -> Optional.of("a row is never deleted");
      case BAD -> Optional.of("too large for the store");
    };
  }

  /** The same, to be put. */
  Entry asPut() {
    return new Entry(key, record, Kind.PUT);
  }

  /** The same, to be deleted. */
  Entry asDelete() {
    return new Entry(key, record, Kind.DELETE);
  }

  /** The same, its text in a charset that the store, which reads UTF-8, does not expect. */
  Entry written(Charset charset) {
    return new Entry(new String(key.getBytes(charset), StandardCharsets.UTF_8), record, kind);
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
