package dev.landfall.sink.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One column of a table, as the database describes it. Immutable, thread-safe.
 *
 * @param name as the database spells it
 * @param type what it holds
 * @param sqlType its type in the database's own words
 * @param length most characters of text or bytes; 0 where the database sets no limit
 * @param octets most bytes of text in the server's encoding; 0 where there is no such limit
 * @param precision digits of a decimal
 * @param scale digits after the point of a decimal, or of the fraction of a second
 * @param range least and greatest value of a whole number
 * @param required whether null is refused
 * @param filled whether the database fills it by itself: generated or identity
 * @param defaulted whether it has a default value
 * @param collation how text compares, where the database tells
 * @param charset encoding of text, where the database tells
 */
record Column(
    String name,
    ColumnType type,
    String sqlType,
    long length,
    long octets,
    int precision,
    int scale,
    Optional<Range> range,
    boolean required,
    boolean filled,
    boolean defaulted,
    Optional<String> collation,
    Optional<String> charset) {

  private static final Pattern FIXED_LENGTH = Pattern.compile("(char|character|binary)(\\(.*)?");

  /** The same column, filled by the database: it is written only if it is named. */
  Column filledByDatabase() {
    return new Column(
        name, type, sqlType, length, octets, precision, scale, range, required, true, defaulted,
        collation, charset);
  }

  /**
   * Whether text that differs in spaces at its end alone is one for the database: CHAR everywhere
   * (SQL:2016 part 2, 8.2), and every collation of MySQL and MariaDB that does not say otherwise.
   */
  boolean ignoresSpacesAtTheEnd() {
    if (type != ColumnType.TEXT) {
      return false;
    }
    String name = collation.orElse("").toLowerCase(Locale.ROOT);
    boolean pads = charset.isPresent() && !name.contains("_0900_") && !name.contains("nopad");
    return pads || isOfFixedLength();
  }

  /** Whether the database fills values up to the column's length: CHAR and BINARY. */
  boolean isOfFixedLength() {
    return FIXED_LENGTH.matcher(sqlType).matches();
  }

  /**
   * One value for all that are equal in this column for the database. A row of a key must be in a
   * batch once, or PostgreSQL refuses the statement, and puts and deletes change places. What a
   * collation takes for equal beyond that cannot be known here; preflight warns of it.
   */
  Object comparable(Object value) {
    if (value instanceof BigDecimal number && type == ColumnType.DECIMAL && precision == 0) {
      return number.stripTrailingZeros();
    }
    // The quick look first: this is asked of every record.
    if (value instanceof String text && text.endsWith(" ") && ignoresSpacesAtTheEnd()) {
      int end = text.length();
      while (end > 0 && text.charAt(end - 1) == ' ') {
        end--;
      }
      return text.substring(0, end);
    }
    return value instanceof byte[] bytes && bytes.length < length && isOfFixedLength()
        ? Arrays.copyOf(bytes, Math.toIntExact(length))
        : value;
  }

  /** Bounds of a whole number, both included. */
  record Range(BigInteger least, BigInteger greatest) {
    static Range signed(int bits) {
      BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
      return new Range(half.negate(), half.subtract(BigInteger.ONE));
    }

    static Range unsigned(int bits) {
      return new Range(BigInteger.ZERO, BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
    }

    boolean holds(long value) {
      return holds(BigInteger.valueOf(value));
    }

    boolean holds(BigInteger value) {
      return least.compareTo(value) <= 0 && greatest.compareTo(value) >= 0;
    }

    @Override
    public String toString() {
      return least + " to " + greatest;
    }
  }
}
