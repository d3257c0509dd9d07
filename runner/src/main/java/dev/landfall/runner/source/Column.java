package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.Locale;

/**
 * What is known about one field: its type, how that is written, and who said so. Immutable,
 * thread-safe.
 *
 * @param name the field's name
 * @param type the type that its values have
 * @param reader reads it from text
 * @param origin who said so
 */
record Column(String name, ColumnType type, TextReader reader, Origin origin) {
  /** Who says of which type a field is. */
  enum Origin {
    /** The schema of the configuration. */
    DECLARED,
    /** The records of the sample. */
    INFERRED,
    /** Nobody: it passes as it stands there. */
    UNKNOWN
  }

  /** A field of which nothing is known. */
  static Column any(String name) {
    return new Column(name, ColumnType.ANY, TextReaders.of(ColumnType.ANY), Origin.UNKNOWN);
  }

  /** A field as the sample showed it. */
  static Column inferred(String name, ColumnType type) {
    TextReader reader = type == ColumnType.TEXT ? Value::of : NaturalText.reader(type);
    return new Column(name, type, reader, Origin.INFERRED);
  }

  /**
   * A field as the configuration declares it: a type, and for some a pattern after it.
   *
   * @throws IllegalArgumentException if the text is no such thing
   */
  static Column declared(String name, String text) {
    String[] parts = text.strip().split("\\s+", 2);
    ColumnType type =
        ColumnType.named(parts[0].toLowerCase(Locale.ROOT))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'" + parts[0] + "', expected one of " + ColumnType.names()));
    TextReader reader = parts.length == 1 ? TextReaders.of(type) : patterned(type, parts[1]);
    return new Column(name, type, reader, Origin.DECLARED);
  }

  private static TextReader patterned(ColumnType type, String pattern) {
    return switch (type) {
      case INSTANT, DATE, TIME -> Temporals.pattern(type, pattern);
      case BYTES -> bytes(pattern);
      default ->
          throw new IllegalArgumentException(
              "pattern '" + pattern + "', expected none for " + type);
    };
  }

  private static TextReader bytes(String pattern) {
    return switch (pattern) {
      case "hex" -> TextReaders::hex;
      case "base64" -> TextReaders.of(ColumnType.BYTES);
      default ->
          throw new IllegalArgumentException("pattern '" + pattern + "', expected hex or base64");
    };
  }

  /** Reads a text of the field. */
  Value read(String text) throws MalformedRecordException {
    try {
      return reader.read(text);
    } catch (MalformedRecordException e) {
      throw refused(e);
    }
  }

  /** Says which field a complaint is about, and what helps. */
  MalformedRecordException refused(MalformedRecordException complaint) {
    if (complaint.isSentence()) {
      return complaint;
    }
    String as = type == ColumnType.ANY ? "" : " as " + type;
    return new MalformedRecordException(
        "Cannot read field "
            + MalformedRecordException.quoted(name)
            + as
            + ": "
            + complaint.reason()
            + " ("
            + remedy()
            + ")");
  }

  private String remedy() {
    return switch (origin) {
      case DECLARED -> "mend the record, or declare another type in schema";
      case INFERRED -> "declare its type in schema: it was inferred from the first records";
      case UNKNOWN -> "mend the record, or declare its type in schema";
    };
  }
}
