package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates, times and moments. Strictly: 30 February is refused, not moved to March. Stateless,
 * thread-safe.
 */
final class Temporals {
  /** A text of so many characters cannot exceed a long. */
  private static final int LONG_DIGITS = 18;

  private static final BigDecimal BILLION = BigDecimal.valueOf(1_000_000_000);

  /** Decimal places of the counts from 1970. */
  private static final Map<String, Integer> EPOCH_SCALES =
      Map.of("seconds", 0, "millis", 3, "micros", 6, "nanos", 9);

  private static final TextReader ISO_TIME =
      read(ColumnType.TIME, DateTimeFormatter.ISO_LOCAL_TIME, "a time such as 23:59:59");
  private static final TextReader ISO_INSTANT =
      read(
          ColumnType.INSTANT,
          DateTimeFormatter.ISO_OFFSET_DATE_TIME,
          "a moment such as 2000-01-31T12:00:00Z");

  /** Dates are frequent, and a formatter takes ten times as long for one. */
  private static final TextReader ISO_DATE = Temporals::isoDate;

  private Temporals() {}

  /** The reader of ISO 8601 texts. */
  static TextReader iso(ColumnType type) {
    return switch (type) {
      case DATE -> ISO_DATE;
      case TIME -> ISO_TIME;
      default -> ISO_INSTANT;
    };
  }

  /**
   * The reader of a pattern of {@link DateTimeFormatter}, in English; {@code millis}, {@code
   * seconds}, {@code micros} and {@code nanos} count from 1970 UTC. A moment without an offset is
   * in UTC.
   *
   * @throws IllegalArgumentException if the pattern is none
   */
  static TextReader pattern(ColumnType type, String pattern) {
    @Nullable Integer scale = type == ColumnType.INSTANT ? EPOCH_SCALES.get(pattern) : null;
    if (scale != null) {
      return text -> epoch(text, scale);
    }
    return read(type, strict(pattern), "a text like '" + pattern + "'");
  }

  /** Strictness asks for an era beside yyyy; nobody writes one. */
  private static DateTimeFormatter strict(String pattern) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern(pattern)
        .parseDefaulting(ChronoField.ERA, 1)
        .toFormatter(Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private static TextReader read(ColumnType type, DateTimeFormatter formatter, String bound) {
    return text -> {
      try {
        TemporalAccessor parsed = formatter.parse(text);
        return switch (type) {
          case DATE -> Value.of(LocalDate.from(parsed));
          case TIME -> Value.of(LocalTime.from(parsed));
          default -> Value.of(instant(parsed));
        };
      } catch (DateTimeException e) {
        throw MalformedRecordException.expected(text, bound);
      }
    };
  }

  private static Value isoDate(String text) throws MalformedRecordException {
    try {
      if (text.length() == 10 && text.charAt(4) == '-' && text.charAt(7) == '-') {
        return Value.of(LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)));
      }
    } catch (DateTimeException e) {
      // As below.
    }
    throw MalformedRecordException.expected(text, "a date such as 2000-01-31");
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new DateTimeException("no digit");
      }
      number = number * 10 + (c - '0');
    }
    return number;
  }

  private static Instant instant(TemporalAccessor parsed) {
    return parsed.isSupported(ChronoField.INSTANT_SECONDS)
        ? Instant.from(parsed)
        : LocalDateTime.from(parsed).toInstant(ZoneOffset.UTC);
  }

  private static Value epoch(String text, int scale) throws MalformedRecordException {
    try {
      if (scale == 3 && text.length() <= LONG_DIGITS) {
        return Value.of(Instant.ofEpochMilli(Long.parseLong(text)));
      }
    } catch (NumberFormatException e) {
      // Perhaps it has a fraction or an exponent.
    }
    try {
      BigInteger nanos = NumberText.decimal(text).scaleByPowerOfTen(9 - scale).toBigIntegerExact();
      BigInteger[] parts = nanos.divideAndRemainder(BILLION.toBigInteger());
      return Value.of(Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValue()));
    } catch (ArithmeticException | DateTimeException e) {
      throw MalformedRecordException.expected(text, "a count from 1970 to the nanosecond at most");
    }
  }
}
