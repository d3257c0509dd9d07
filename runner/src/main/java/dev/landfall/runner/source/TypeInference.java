package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds the widest type of each field in a sample. One thread at a time.
 *
 * <p>The rule: fields that are all of one type have it. Numbers of several types are doubles where
 * every whole number among them is an exact double, else decimals. Any other mixture is text in
 * CSV, and passes as it stands in JSON. In CSV, a text is a number only if it is written as JSON
 * writes numbers: {@code 007} and {@code +1} are texts, since a number would lose their spelling.
 */
final class TypeInference {
  /** Objects whose keys are data have no bound otherwise. */
  private static final int MAX_FIELDS = 4096;

  private static final Set<ColumnType> NUMBERS =
      EnumSet.of(ColumnType.LONG, ColumnType.DOUBLE, ColumnType.DECIMAL);

  private final Map<String, Evidence> fields = new LinkedHashMap<>();

  /** What the sample showed of one field. */
  private static final class Evidence {
    private final Set<ColumnType> types = EnumSet.noneOf(ColumnType.class);
    private boolean inexactLong;

    ColumnType widest(ColumnType mixture) {
      if (types.size() == 1) {
        return types.iterator().next();
      }
      if (types.isEmpty() || !NUMBERS.containsAll(types)) {
        return mixture;
      }
      boolean decimal = inexactLong || types.contains(ColumnType.DECIMAL);
      return decimal ? ColumnType.DECIMAL : ColumnType.DOUBLE;
    }
  }

  /** Takes a text of a CSV field. */
  void seeText(String field, String text) {
    see(field, typeOf(text), text.length() > 15 && !isExactDouble(text));
  }

  private static boolean isExactDouble(String text) {
    try {
      return NumberText.isExactDouble(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return true; // no long: its own type says what it needs
    }
  }

  /** Takes a value of a JSON field. */
  void seeValue(String field, Value value) {
    if (!value.isNull()) {
      boolean inexact =
          value instanceof Value.OfLong whole && !NumberText.isExactDouble(whole.value());
      see(field, ColumnType.valueOf(value.kind().name()), inexact);
    }
  }

  private void see(String field, ColumnType type, boolean inexactLong) {
    Evidence evidence = fields.get(field);
    if (evidence == null && fields.size() < MAX_FIELDS) {
      evidence = new Evidence();
      fields.put(field, evidence);
    }
    if (evidence != null) {
      evidence.types.add(type);
      evidence.inexactLong |= inexactLong;
    }
  }

  /**
   * The types by field, without those of which nothing can be said.
   *
   * @param mixture the type of a field of several types
   */
  Map<String, ColumnType> types(ColumnType mixture) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    fields.forEach((field, evidence) -> types.put(field, evidence.widest(mixture)));
    types.values().removeIf(type -> type == ColumnType.ANY);
    return types;
  }

  /** The type that a text is written in. */
  static ColumnType typeOf(String text) {
    char first = text.isEmpty() ? ' ' : text.charAt(0);
    if (first == 't' || first == 'f') {
      return text.equals("true") || text.equals("false") ? ColumnType.BOOLEAN : ColumnType.TEXT;
    }
    if (first != '-' && (first < '0' || first > '9')) {
      return ColumnType.TEXT;
    }
    return isNumber(text) ? typeOfNumber(text) : typeOfTemporal(text);
  }

  /** Whether a value of a type that was seen fits a field of a wider one. */
  static boolean fits(ColumnType seen, ColumnType type) {
    return switch (type) {
      case ANY, TEXT -> true;
      case DOUBLE -> seen == ColumnType.LONG || seen == ColumnType.DOUBLE;
      case DECIMAL -> NUMBERS.contains(seen);
      default -> seen == type;
    };
  }

  private static ColumnType typeOfNumber(String text) {
    try {
      return ColumnType.valueOf(NumberText.number(text).kind().name());
    } catch (MalformedRecordException e) {
      return ColumnType.TEXT;
    }
  }

  private static ColumnType typeOfTemporal(String text) {
    if (text.indexOf('-') == 4 && text.endsWith("Z")) {
      return isOf(ColumnType.INSTANT, text);
    }
    if (text.indexOf(':') == 2) {
      return isOf(ColumnType.TIME, text);
    }
    return text.indexOf('-') == 4 ? isOf(ColumnType.DATE, text) : ColumnType.TEXT;
  }

  private static ColumnType isOf(ColumnType type, String text) {
    try {
      TextReaders.of(type).read(text);
      return type;
    } catch (MalformedRecordException e) {
      return ColumnType.TEXT;
    }
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
