package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers from their text, without loss. Stateless, thread-safe.
 *
 * <p>The rule: a whole number is a long if it fits into 64 bits, else a decimal. A number with a
 * fraction or an exponent is a double if that double, printed with as many significant digits as
 * the number has, gives the number again; else a decimal. So {@code 39.81} and {@code
 * 0.30000000000000004} are doubles, and {@code 12345678901234.567} is a decimal. What counts is the
 * number, not its spelling: {@code 1.50} is the double 1.5, unless its column is declared as
 * decimal.
 */
final class NumberText {
  /** Longer ones are refused, as Jackson refuses them: their arithmetic has no bound. */
  static final int MAX_CHARACTERS = 1000;

  /** The largest exponent of IEEE 754 decimal128; beyond it plain digits would fill the memory. */
  private static final int MAX_EXPONENT = 6144;

  /** Every decimal of so many digits survives the way through a double (DBL_DIG of C). */
  private static final long SAFE_MANTISSA = 1_000_000_000_000_000L;

  /** Every double comes back from its text of so many digits. */
  private static final int DOUBLE_DIGITS = 17;

  /** Whole numbers up to here are doubles too. */
  private static final long MAX_EXACT_LONG = 1L << 53;

  /** Powers of ten that are exact doubles. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private NumberText() {}

  /**
   * Reads a number by the rule.
   *
   * @param text a number as JSON writes it
   */
  static Value number(String text) throws MalformedRecordException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        return fraction(text.toCharArray(), 0, text.length());
      }
    }
    return whole(text);
  }

  private static Value whole(String text) throws MalformedRecordException {
    try {
      return Value.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Value.of(decimal(text));
    }
  }

  /** Reads a number with a fraction or an exponent by the rule. */
  static Value fraction(char[] text, int offset, int length) throws MalformedRecordException {
    if (length == 0) {
      throw MalformedRecordException.expected("", "a number");
    }
    // A mantissa below 10^15 and an exact power of ten: one correctly rounded operation gives the
    // nearest double (Clinger, "How to read floating point numbers accurately", 1990).
    int end = offset + length;
    int i = text[offset] == '-' ? offset + 1 : offset;
    long mantissa = 0;
    int decimals = 0;
    int digits = 0;
    boolean point = false;
    for (; i < end; i++) {
      char c = text[i];
      if (c >= '0' && c <= '9' && mantissa < SAFE_MANTISSA / 10) {
        mantissa = mantissa * 10 + (c - '0');
        decimals += point ? 1 : 0;
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        return slowFraction(new String(text, offset, length));
      }
    }
    if (digits == 0 || decimals >= POWERS.length) {
      return slowFraction(new String(text, offset, length));
    }
    double value = mantissa / POWERS[decimals];
    return Value.of(text[offset] == '-' ? -value : value);
  }

  private static Value slowFraction(String text) throws MalformedRecordException {
    BigDecimal exact = decimal(text);
    double nearest = exact.doubleValue();
    if (exact.signum() == 0) {
      return Value.of(text.charAt(0) == '-' ? -0.0 : 0.0);
    }
    return isSame(nearest, exact) ? Value.of(nearest) : Value.of(exact);
  }

  private static boolean isSame(double nearest, BigDecimal exact) {
    if (Double.isInfinite(nearest)) {
      return false;
    }
    int digits = exact.stripTrailingZeros().precision();
    return new BigDecimal(nearest).round(new MathContext(digits)).compareTo(exact) == 0;
  }

  /** Reads a decimal with its scale. */
  static BigDecimal decimal(String text) throws MalformedRecordException {
    if (text.length() > MAX_CHARACTERS) {
      throw MalformedRecordException.part(
          text.length() + " characters, expected a number of at most " + MAX_CHARACTERS);
    }
    BigDecimal value;
    try {
      value = new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw MalformedRecordException.expected(text, "a number");
    }
    long exponent = (long) value.precision() - value.scale();
    if (Math.abs(exponent) > MAX_EXPONENT || Math.abs((long) value.scale()) > MAX_EXPONENT) {
      throw MalformedRecordException.expected(text, "an exponent within " + MAX_EXPONENT);
    }
    return value;
  }

  /** A double that stands for the number that was read from a text, or a complaint. */
  static double asDouble(Value number, String text) throws MalformedRecordException {
    if (number instanceof Value.OfDouble binary) {
      return binary.value();
    }
    if (number instanceof Value.OfLong whole && Math.abs(whole.value()) <= MAX_EXACT_LONG) {
      return whole.value();
    }
    if (number instanceof Value.OfLong whole) {
      return rounded(BigDecimal.valueOf(whole.value()), text);
    }
    if (number instanceof Value.OfDecimal decimal) {
      return rounded(decimal.value(), text);
    }
    throw MalformedRecordException.expected(text, "a double");
  }

  /** Programs print doubles with up to 17 digits; more, or another range, is no double's text. */
  private static double rounded(BigDecimal exact, String text) throws MalformedRecordException {
    double nearest = exact.doubleValue();
    boolean inRange = !Double.isInfinite(nearest) && (nearest != 0 || exact.signum() == 0);
    if (!inRange || exact.stripTrailingZeros().precision() > DOUBLE_DIGITS) {
      throw MalformedRecordException.expected(
          text, "a double of at most " + DOUBLE_DIGITS + " digits, so that none is lost");
    }
    return nearest;
  }

  /** Whether a whole number is a double too, without loss. */
  static boolean isExactDouble(long value) {
    return value >= -MAX_EXACT_LONG && value <= MAX_EXACT_LONG;
  }
}
