package dev.landfall.sdk.record;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * One value of a record: a closed set of types, none of which loses anything on the way from a
 * source to a sink. Immutable, thread-safe.
 *
 * <p>{@link #kind()} serves an exhaustive {@code switch}.
 */
public sealed interface Value {
  /** The closed vocabulary of types. */
  enum Kind {
    NULL,
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
    MAP
  }

  Kind kind();

  /** Whether this is the null value. */
  default boolean isNull() {
    return kind() == Kind.NULL;
  }

  static Value ofNull() {
    return OfNull.INSTANCE;
  }

  static Value of(boolean value) {
    return value ? OfBoolean.TRUE : OfBoolean.FALSE;
  }

  static Value of(long value) {
    return new OfLong(value);
  }

  static Value of(double value) {
    return new OfDouble(value);
  }

  static Value of(BigDecimal value) {
    return new OfDecimal(value);
  }

  static Value of(String value) {
    return new OfText(value);
  }

  /** Wraps the array without copying it; it must not be changed afterwards. */
  static Value of(byte[] value) {
    return new OfBytes(value);
  }

  static Value of(Instant value) {
    return new OfInstant(value);
  }

  static Value of(LocalDate value) {
    return new OfDate(value);
  }

  static Value of(LocalTime value) {
    return new OfTime(value);
  }

  /** Wraps the list without copying it; it must not be changed afterwards. */
  static Value of(List<Value> values) {
    return new OfList(values);
  }

  /** Wraps the map without copying it, in its own order; it must not be changed afterwards. */
  static Value of(Map<String, Value> fields) {
    return new OfMap(fields);
  }

  /** No value. */
  record OfNull() implements Value {
    private static final OfNull INSTANCE = new OfNull();

    @Override
    public Kind kind() {
      return Kind.NULL;
    }

    @Override
    public String toString() {
      return "null";
    }
  }

  /** True or false. */
  record OfBoolean(boolean value) implements Value {
    private static final OfBoolean TRUE = new OfBoolean(true);
    private static final OfBoolean FALSE = new OfBoolean(false);

    @Override
    public Kind kind() {
      return Kind.BOOLEAN;
    }

    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** A whole number of 64 bits. */
  record OfLong(long value) implements Value {
    @Override
    public Kind kind() {
      return Kind.LONG;
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A binary floating-point number, NaN and the infinities included. */
  record OfDouble(double value) implements Value {
    @Override
    public Kind kind() {
      return Kind.DOUBLE;
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  /** A decimal number with its scale: {@code 1.0} and {@code 1.00} are two values. */
  record OfDecimal(BigDecimal value) implements Value {
    @Override
    public Kind kind() {
      return Kind.DECIMAL;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** Text, any Unicode included. */
  record OfText(String value) implements Value {
    @Override
    public Kind kind() {
      return Kind.TEXT;
    }

    @Override
    public String toString() {
      return value;
    }
  }

  /** Bytes, compared by content; the array is shared, so it must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // compared by content, see equals
  record OfBytes(byte[] value) implements Value {
    @Override
    public Kind kind() {
      return Kind.BYTES;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof OfBytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "0x" + HexFormat.of().formatHex(value);
    }
  }

  /** A moment on the time line, to the nanosecond. */
  record OfInstant(Instant value) implements Value {
    @Override
    public Kind kind() {
      return Kind.INSTANT;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A date of the calendar, without a zone: no zone ever moves it. */
  record OfDate(LocalDate value) implements Value {
    @Override
    public Kind kind() {
      return Kind.DATE;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** A time of day, without a zone. */
  record OfTime(LocalTime value) implements Value {
    @Override
    public Kind kind() {
      return Kind.TIME;
    }

    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** Values in order. */
  record OfList(List<Value> values) implements Value {
    public OfList {
      values = Collections.unmodifiableList(values);
    }

    @Override
    public Kind kind() {
      return Kind.LIST;
    }

    @Override
    public String toString() {
      return values.toString();
    }
  }

  /** Named fields, in the order of the map. */
  record OfMap(Map<String, Value> fields) implements Value {
    public OfMap {
      fields = Collections.unmodifiableMap(fields);
    }

    /** The field of that name, or the null value. */
    public Value field(String name) {
      Value value = fields.get(name);
      return value == null ? Value.ofNull() : value;
    }

    @Override
    public Kind kind() {
      return Kind.MAP;
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }
}
