package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The types that a schema can name. */
enum ColumnType {
  /** As it stands there. */
  ANY(Value.Kind.NULL),
  BOOLEAN(Value.Kind.BOOLEAN),
  LONG(Value.Kind.LONG),
  DOUBLE(Value.Kind.DOUBLE),
  DECIMAL(Value.Kind.DECIMAL),
  TEXT(Value.Kind.TEXT),
  BYTES(Value.Kind.BYTES),
  INSTANT(Value.Kind.INSTANT),
  DATE(Value.Kind.DATE),
  TIME(Value.Kind.TIME),
  LIST(Value.Kind.LIST),
  MAP(Value.Kind.MAP);

  private final Value.Kind kind;

  ColumnType(Value.Kind kind) {
    this.kind = kind;
  }

  /** The type that a value has by itself. */
  static ColumnType of(Value value) {
    return value.isNull() ? ANY : valueOf(value.kind().name());
  }

  /** Whether a value is of this very type. */
  boolean is(Value value) {
    return value.kind() == kind;
  }

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
