package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;

/** Values for text and JSON columns (SI-8, SI-10). Stateless, thread-safe. */
final class TextConversion {
  private static final String UTF8 = "utf8";

  private TextConversion() {}

  static String toText(Column column, Value value) throws RefusedValueException {
    String text =
        switch (value.kind()) {
          case BYTES -> throw RefusedValueException.of(column, value, "text, not bytes");
          case LIST, MAP -> JsonText.of(value);
          default -> value.toString();
        };
    requireEncodable(column, text);
    requireShort(column, text);
    return text;
  }

  /** Nested values and numbers become JSON; text must be JSON already. */
  static String toJson(Column column, Value value) throws RefusedValueException {
    if (value.kind() == Value.Kind.BYTES) {
      throw RefusedValueException.of(column, value, "JSON, not bytes");
    }
    String json = value.kind() == Value.Kind.TEXT ? value.toString() : JsonText.of(value);
    requireEncodable(column, json);
    return json;
  }

  private static void requireShort(Column column, String text) throws RefusedValueException {
    // Every character takes a code unit or two, so short text needs no counting.
    if (column.length() > 0
        && text.length() > column.length()
        && text.codePointCount(0, text.length()) > column.length()) {
      throw RefusedValueException.of(column, text, "at most " + column.length() + " characters");
    }
    // Of another encoding the server knows the bytes, and says so.
    if (column.octets() > 0
        && column.charset().orElse(UTF8).startsWith(UTF8)
        && text.length() * 3L > column.octets()
        && text.getBytes(StandardCharsets.UTF_8).length > column.octets()) {
      throw RefusedValueException.of(column, text, "at most " + column.octets() + " bytes");
    }
  }

  /** A lone surrogate is no character, and would reach the server as a question mark. */
  private static void requireEncodable(Column column, String text) throws RefusedValueException {
    int next;
    for (int i = 0; i < text.length(); i = next) {
      int character = text.codePointAt(i);
      if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
        throw RefusedValueException.of(column, text, "text that UTF-8 can hold");
      }
      next = i + Character.charCount(character);
    }
  }
}
