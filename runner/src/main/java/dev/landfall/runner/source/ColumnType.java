package dev.landfall.runner.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types that a schema can name. */
enum ColumnType {
  /** As it stands there. */
  ANY,
  BOOLEAN,
  LONG,
  DOUBLE,
  DECIMAL,
  TEXT,
  BYTES,
  INSTANT,
  DATE,
  TIME,
  LIST,
  MAP;

  /** The type of that name in a schema. */
  static Optional<ColumnType> named(String name) {
    for (ColumnType type : values()) {
      if (type.toString().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** All names, for a message. */
  static String names() {
    return Arrays.stream(values()).map(ColumnType::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
