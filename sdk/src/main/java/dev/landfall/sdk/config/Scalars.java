package dev.landfall.sdk.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The single values that a configuration record may have. Stateless, thread-safe. */
final class Scalars {
  private static final String WITHOUT_QUOTES = "write it without quotes";
  private static final String REFERENCE_PATTERN = "\\$\\{(env|file):[^}]+\\}";
  private static final Pattern DURATION = Pattern.compile("(\\d{1,15})\\s*(ms|s|m|h|d)");
  private static final String DURATION_EXAMPLES = "such as 500ms, 10s, 2m, 1h or PT1M30S";

  private static final Scalar TEXT =
      text("text", "put it in quotes", text -> text, Map.of("type", "string"));
  private static final Scalar INT = whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
  private static final Scalar LONG = whole(Long.MIN_VALUE, Long.MAX_VALUE, value -> value);
  private static final Scalar DOUBLE =
      bare("a number", "number", WITHOUT_QUOTES, Scalars::fraction, Scalars::parseFraction);
  private static final Scalar BOOLEAN =
      bare("true or false", "boolean", WITHOUT_QUOTES, Scalars::bool, Scalars::parseBool);
  private static final Scalar PATH =
      text("a path", "put it in quotes", Path::of, Map.of("type", "string"));
  private static final Scalar TIME_SPAN =
      text(
          "a duration " + DURATION_EXAMPLES,
          "write its unit",
          Scalars::parseDuration,
          Map.of("type", "string", "examples", List.of("500ms", "10s", "2m", "1h", "PT1M30S")));
  private static final Scalar SIZE =
      new Scalar(
          "a size such as 64MiB, 10MB or 4096",
          List.of(),
          Scalar.Literals.TEXT,
          value -> integral(value).filter(bytes -> bytes >= 0).map(DataSize::new),
          Scalars::parseSize,
          "write bytes, or a number with KiB, MiB, GiB, KB, MB or GB",
          Map.of("type", List.of("integer", "string"), "examples", List.of("64MiB", 4096)));
  private static final Scalar SECRET =
      new Scalar(
          "a secret as " + Reading.EXPECTED_REFERENCE,
          List.of(),
          Scalar.Literals.NONE,
          value -> Optional.empty(),
          Secret::of,
          "move it to an environment variable or a file, and name that here",
          Map.of("type", "string", "pattern", "^(" + REFERENCE_PATTERN + ")+$"));

  private static final Map<Class<?>, Scalar> BY_TYPE =
      Map.ofEntries(
          Map.entry(String.class, TEXT),
          Map.entry(int.class, INT),
          Map.entry(Integer.class, INT),
          Map.entry(long.class, LONG),
          Map.entry(Long.class, LONG),
          Map.entry(double.class, DOUBLE),
          Map.entry(Double.class, DOUBLE),
          Map.entry(boolean.class, BOOLEAN),
          Map.entry(Boolean.class, BOOLEAN),
          Map.entry(Duration.class, TIME_SPAN),
          Map.entry(DataSize.class, SIZE),
          Map.entry(Path.class, PATH),
          Map.entry(Secret.class, SECRET));

  private Scalars() {}

  /** The scalar of a type, empty if it is none. */
  static Optional<Shape> of(Class<?> type) {
    return type.isEnum() ? Optional.of(choice(type)) : Optional.ofNullable(BY_TYPE.get(type));
  }

  /** {@code createTable} and {@code CREATE_TABLE} are written {@code create-table}. */
  static String kebab(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
        .replace('_', '-')
        .toLowerCase(Locale.ROOT);
  }

  private static Scalar choice(Class<?> type) {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(kebab(((Enum<?>) constant).name()), constant);
    }
    List<String> words = List.copyOf(constants.keySet());
    return new Scalar(
        words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words),
        words,
        Scalar.Literals.TEXT,
        value -> Optional.empty(),
        text -> constant(constants, text),
        "",
        Map.of("enum", words));
  }

  private static Object constant(Map<String, Object> constants, String text) {
    Object constant = constants.get(text);
    if (constant == null) {
      throw new IllegalArgumentException("no such word");
    }
    return constant;
  }

  private static Scalar text(
      String written, String remedy, Function<String, ?> parse, Map<String, Object> schema) {
    return new Scalar(
        written, List.of(), Scalar.Literals.TEXT, value -> Optional.empty(), parse, remedy, schema);
  }

  private static Scalar bare(
      String written,
      String schemaType,
      String remedy,
      Function<Object, Optional<?>> fromNative,
      Function<String, ?> parse) {
    return new Scalar(
        written,
        List.of(),
        Scalar.Literals.BARE,
        fromNative,
        parse,
        remedy,
        Map.of("type", List.of(schemaType, "string"), "pattern", REFERENCE_PATTERN));
  }

  private static Scalar whole(long least, long most, Function<Long, ?> narrow) {
    return bare(
        "a whole number",
        "integer",
        WITHOUT_QUOTES + ", at most " + most,
        value -> integral(value).filter(whole -> whole >= least && whole <= most).map(narrow),
        text -> narrow.apply(inRange(Long.parseLong(text.strip()), least, most)));
  }

  private static long inRange(long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static Optional<Long> integral(Object value) {
    if (value instanceof BigInteger big) {
      return big.bitLength() < Long.SIZE ? Optional.of(big.longValueExact()) : Optional.empty();
    }
    boolean whole = value instanceof Long || value instanceof Integer;
    return whole ? Optional.of(((Number) value).longValue()) : Optional.empty();
  }

  private static Optional<?> fraction(Object value) {
    boolean fraction = value instanceof Double || value instanceof BigDecimal;
    return fraction
        ? Optional.of(((Number) value).doubleValue())
        : integral(value).map(Long::doubleValue);
  }

  private static Double parseFraction(String text) {
    return Double.valueOf(text.strip());
  }

  private static Optional<?> bool(Object value) {
    return value instanceof Boolean ? Optional.of(value) : Optional.empty();
  }

  private static Boolean parseBool(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static DataSize parseSize(String text) {
    try {
      return DataSize.parse(text);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("more than a long holds", e);
    }
  }

  private static Duration parseDuration(String text) {
    Matcher matcher = DURATION.matcher(text.strip());
    try {
      return matcher.matches()
          ? amount(Long.parseLong(matcher.group(1)), matcher.group(2))
          : notNegative(Duration.parse(text.strip()));
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException("not a duration", e);
    }
  }

  private static Duration amount(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static Duration notNegative(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("less than nothing");
    }
    return duration;
  }
}
