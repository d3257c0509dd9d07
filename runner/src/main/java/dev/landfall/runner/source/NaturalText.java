package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;

/**
 * What a text is where no schema says so. Stateless, thread-safe.
 *
 * <p>The rule: {@code true} and {@code false} are booleans; what JSON writes as a number is one;
 * ISO 8601 dates, times, and moments in UTC ({@code Z}) are what they are; all else is text. So
 * {@code 007}, {@code +1}, {@code TRUE} and {@code 12:00+02:00} are texts: as anything else they
 * would lose their spelling.
 */
final class NaturalText {
  private NaturalText() {}

  /** The value that a text stands for. */
  static Value value(String text) {
    char first = text.isEmpty() ? ' ' : text.charAt(0);
    if (first == 't' || first == 'f') {
      boolean truth = text.equals("true");
      return truth || text.equals("false") ? Value.of(truth) : Value.of(text);
    }
    if (first != '-' && (first < '0' || first > '9')) {
      return Value.of(text);
    }
    try {
      return isNumber(text) ? NumberText.number(text) : temporal(text);
    } catch (MalformedRecordException e) {
      return Value.of(text);
    }
  }

  /**
   * The reader of an inferred type: a text must be of that type by itself, or of one that widens to
   * it.
   */
  static TextReader reader(ColumnType type) {
    return text -> {
      Value value = value(text);
      if (type.is(value)) {
        return value;
      }
      if (type == ColumnType.DOUBLE && value instanceof Value.OfLong) {
        return Value.of(NumberText.asDouble(value, text));
      }
      boolean number = value instanceof Value.OfLong || value instanceof Value.OfDouble;
      if (type == ColumnType.DECIMAL && number) {
        return Value.of(NumberText.decimal(text));
      }
      throw MalformedRecordException.expected(text, "a " + type);
    };
  }

  private static Value temporal(String text) throws MalformedRecordException {
    if (text.length() > 4 && text.charAt(4) == '-') {
      return TextReaders.of(text.endsWith("Z") ? ColumnType.INSTANT : ColumnType.DATE).read(text);
    }
    boolean time = text.length() > 2 && text.charAt(2) == ':';
    return time ? TextReaders.of(ColumnType.TIME).read(text) : Value.of(text);
  }

  /** The grammar of RFC 8259, section 6; -0 is left out, since a long has no such value. */
  private static boolean isNumber(String text) {
    int i = text.charAt(0) == '-' ? 1 : 0;
    int whole = digits(text, i);
    boolean leadingZero = whole > 1 && text.charAt(i) == '0';
    if (whole == 0 || leadingZero || text.equals("-0")) {
      return false;
    }
    i += whole;
    if (i < text.length() && text.charAt(i) == '.') {
      int decimals = digits(text, i + 1);
      if (decimals == 0) {
        return false;
      }
      i += 1 + decimals;
    }
    return i == text.length() || isExponent(text, i);
  }

  private static boolean isExponent(String text, int from) {
    int i = from + 1;
    if ((text.charAt(from) | 0x20) != 'e' || i == text.length()) {
      return false;
    }
    i += text.charAt(i) == '-' || text.charAt(i) == '+' ? 1 : 0;
    int digits = digits(text, i);
    return digits > 0 && i + digits == text.length();
  }

  private static int digits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i - from;
  }
}
