package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns a record's value into what JDBC is given for a column, without losing anything: what does
 * not fit is refused with column, value and bound (SI-8). Text is read as the column's type where
 * it denotes one of its values exactly, since CSV knows only text. Stateless, thread-safe.
 *
 * <p>Dates and times go out as {@code java.time} types: these carry no zone, so neither driver nor
 * server can move them (JDBC 4.2).
 */
final class Conversion {
  private static final BigDecimal EXACT_DOUBLE = BigDecimal.valueOf(1L << 53);

  private Conversion() {}

  /** What to bind; null for the null value. */
  static @Nullable Object toJdbc(Column column, Value value) throws RefusedValueException {
    if (value.isNull()) {
      if (column.required() && !column.filled()) {
        throw RefusedValueException.of(column, null, "a value (the column is NOT NULL)");
      }
      return null;
    }
    return switch (column.type()) {
      case BOOLEAN -> bool(column, value);
      case INTEGER -> integer(column, value);
      case DECIMAL -> decimal(column, value);
      case FLOAT -> single(column, value);
      case DOUBLE -> dual(column, value);
      case TEXT -> TextConversion.toText(column, value);
      case BYTES -> bytes(column, value);
      case DATE -> date(column, value);
      case TIME -> fraction(column, time(column, value), value);
      case TIMESTAMP -> timestamp(column, value);
      case TIMESTAMP_ZONED -> timestamp(column, value).atOffset(ZoneOffset.UTC);
      case JSON -> TextConversion.toJson(column, value);
      case UUID -> uuid(column, value);
      case OTHER ->
          throw RefusedValueException.of(
              column, value, "a column of a type that this sink writes, not " + column.sqlType());
    };
  }

  private static Object bool(Column column, Value value) throws RefusedValueException {
    if (value instanceof Value.OfBoolean that) {
      return that.value();
    }
    String text = value.toString();
    if (value.kind() == Value.Kind.TEXT && (text.equals("true") || text.equals("false"))) {
      return text.equals("true");
    }
    throw RefusedValueException.of(column, value, "true or false");
  }

  private static Object integer(Column column, Value value) throws RefusedValueException {
    Column.Range range = column.range().orElse(Column.Range.signed(64));
    if (value instanceof Value.OfLong that && range.holds(that.value())) {
      return that.value();
    }
    if (value instanceof Value.OfBoolean that) {
      return that.value() ? 1L : 0L;
    }
    BigDecimal number = number(column, value);
    BigInteger whole = whole(column, value, number);
    if (!range.holds(whole)) {
      throw RefusedValueException.of(column, value, range.toString());
    }
    // Only an unsigned 64-bit column holds what a long cannot.
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : new BigDecimal(whole);
  }

  private static BigInteger whole(Column column, Value value, BigDecimal number)
      throws RefusedValueException {
    if (number.stripTrailingZeros().scale() > 0 || number.precision() - number.scale() > 20) {
      throw RefusedValueException.of(column, value, "a whole number of " + column.sqlType());
    }
    return number.toBigInteger();
  }

  private static BigDecimal decimal(Column column, Value value) throws RefusedValueException {
    BigDecimal number = number(column, value);
    BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    boolean fits =
        column.precision() == 0
            || (plain.scale() <= column.scale()
                && plain.precision() - plain.scale() <= column.precision() - column.scale());
    if (!fits) {
      throw RefusedValueException.of(column, value, "at most " + column.sqlType());
    }
    // One scale for all values of a column, so that equal keys are equal objects.
    return column.precision() == 0 ? number : plain.setScale(column.scale());
  }

  private static Object single(Column column, Value value) throws RefusedValueException {
    double number = (Double) dual(column, value);
    float narrow = (float) number;
    boolean same = narrow == number || Float.toString(narrow).equals(Double.toString(number));
    if (!same) {
      throw RefusedValueException.of(column, value, "a number that a 32-bit float holds");
    }
    return narrow;
  }

  private static Object dual(Column column, Value value) throws RefusedValueException {
    BigDecimal number = number(column, value);
    // Adding zero makes -0.0 the same key as 0.0, as it is in a database.
    double result = number.doubleValue() + 0.0;
    boolean same =
        value.kind() == Value.Kind.DOUBLE
            || (Double.isFinite(result)
                && (isExactWhole(number) || BigDecimal.valueOf(result).compareTo(number) == 0));
    if (!same) {
      throw RefusedValueException.of(column, value, "a number that a 64-bit double holds");
    }
    return result;
  }

  private static boolean isExactWhole(BigDecimal number) {
    return number.scale() <= 0 && number.abs().compareTo(EXACT_DOUBLE) <= 0;
  }

  /** Any number, or text that denotes one; NaN and the infinities are none. */
  private static BigDecimal number(Column column, Value value) throws RefusedValueException {
    try {
      return switch (value.kind()) {
        case LONG -> BigDecimal.valueOf(((Value.OfLong) value).value());
        case DECIMAL -> ((Value.OfDecimal) value).value();
        case DOUBLE -> BigDecimal.valueOf(((Value.OfDouble) value).value());
        case TEXT -> new BigDecimal(((Value.OfText) value).value());
        default -> throw new NumberFormatException(value.kind().toString());
      };
    } catch (NumberFormatException e) {
      throw RefusedValueException.of(column, value, "a number for " + column.sqlType());
    }
  }

  private static byte[] bytes(Column column, Value value) throws RefusedValueException {
    if (!(value instanceof Value.OfBytes that)) {
      throw RefusedValueException.of(column, value, "bytes for " + column.sqlType());
    }
    if (column.length() > 0 && that.value().length > column.length()) {
      throw RefusedValueException.of(
          column, that.value().length + " bytes", "at most " + column.length() + " bytes");
    }
    return that.value();
  }

  private static LocalDate date(Column column, Value value) throws RefusedValueException {
    if (value instanceof Value.OfDate that) {
      return inYears(column, that.value(), that.value().getYear());
    }
    if (value.kind() == Value.Kind.TEXT) {
      try {
        LocalDate parsed = LocalDate.parse(value.toString());
        return inYears(column, parsed, parsed.getYear());
      } catch (DateTimeException e) {
        throw RefusedValueException.of(column, value, "a date such as 2018-02-07");
      }
    }
    throw RefusedValueException.of(column, value, "a date");
  }

  private static LocalTime time(Column column, Value value) throws RefusedValueException {
    if (value instanceof Value.OfTime that) {
      return that.value();
    }
    if (value.kind() == Value.Kind.TEXT) {
      try {
        return LocalTime.parse(value.toString());
      } catch (DateTimeException e) {
        throw RefusedValueException.of(column, value, "a time such as 13:45:00");
      }
    }
    throw RefusedValueException.of(column, value, "a time of day");
  }

  private static LocalDateTime timestamp(Column column, Value value) throws RefusedValueException {
    LocalDateTime utc = utc(column, value);
    fraction(column, utc.toLocalTime(), value);
    if (column.range().isPresent()
        && !column.range().get().holds(utc.toEpochSecond(ZoneOffset.UTC))) {
      throw RefusedValueException.of(column, value, "a moment that " + column.sqlType() + " holds");
    }
    return inYears(column, utc, utc.getYear());
  }

  private static LocalDateTime utc(Column column, Value value) throws RefusedValueException {
    if (value instanceof Value.OfInstant that) {
      Instant instant = that.value();
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    if (value.kind() == Value.Kind.TEXT) {
      try {
        return OffsetDateTime.parse(value.toString())
            .withOffsetSameInstant(ZoneOffset.UTC)
            .toLocalDateTime();
      } catch (DateTimeException e) {
        throw RefusedValueException.of(column, value, "a moment such as 2018-02-07T01:26:13Z");
      }
    }
    throw RefusedValueException.of(column, value, "a moment");
  }

  private static <T> T inYears(Column column, T value, int year) throws RefusedValueException {
    if (year < 1 || year > 9999) {
      throw RefusedValueException.of(column, value, "a year from 1 to 9999");
    }
    return value;
  }

  private static LocalTime fraction(Column column, LocalTime time, Value value)
      throws RefusedValueException {
    long unit = 1_000_000_000L;
    for (int i = 0; i < column.scale(); i++) {
      unit /= 10;
    }
    if (time.get(ChronoField.NANO_OF_SECOND) % unit != 0) {
      throw RefusedValueException.of(
          column, value, "at most " + column.scale() + " digits of a second's fraction");
    }
    return time;
  }

  private static UUID uuid(Column column, Value value) throws RefusedValueException {
    try {
      UUID parsed = UUID.fromString(value.toString());
      if (parsed.toString().equalsIgnoreCase(value.toString())) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      // Told below, in the words of the column.
    }
    throw RefusedValueException.of(column, value, "a UUID");
  }
}
