package dev.landfall.runner.source;

import dev.landfall.sdk.record.Value;
import java.util.Base64;
import java.util.HexFormat;

/** The readers of the types without a pattern. Stateless, thread-safe. */
final class TextReaders {
  private TextReaders() {}

  /** The reader of a type as it is written when no pattern says otherwise. */
  static TextReader of(ColumnType type) {
    return switch (type) {
      case ANY, TEXT -> Value::of;
      case BOOLEAN -> TextReaders::bool;
      case LONG -> TextReaders::whole;
      case DOUBLE -> TextReaders::binary;
      case DECIMAL -> text -> Value.of(NumberText.decimal(text));
      case BYTES -> TextReaders::base64;
      case INSTANT, DATE, TIME -> Temporals.iso(type);
      case LIST, MAP ->
          text -> {
            throw MalformedRecordException.expected(text, "a JSON " + type);
          };
    };
  }

  static Value hex(String text) throws MalformedRecordException {
    try {
      return Value.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      throw MalformedRecordException.expected(text, "bytes in hexadecimal");
    }
  }

  private static Value base64(String text) throws MalformedRecordException {
    try {
      return Value.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw MalformedRecordException.expected(text, "bytes in Base64");
    }
  }

  private static Value bool(String text) throws MalformedRecordException {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Value.of(text.equalsIgnoreCase("true"));
    }
    throw MalformedRecordException.expected(text, "true or false");
  }

  private static Value whole(String text) throws MalformedRecordException {
    try {
      return Value.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw MalformedRecordException.expected(text, "a whole number of 64 bits");
    }
  }

  private static Value binary(String text) throws MalformedRecordException {
    return switch (text) {
      case "NaN" -> Value.of(Double.NaN);
      case "Infinity" -> Value.of(Double.POSITIVE_INFINITY);
      case "-Infinity" -> Value.of(Double.NEGATIVE_INFINITY);
      default -> {
        Value number = NumberText.fraction(text.toCharArray(), 0, text.length());
        yield number instanceof Value.OfDouble
            ? number
            : Value.of(NumberText.asDouble(number, text));
      }
    };
  }
}
