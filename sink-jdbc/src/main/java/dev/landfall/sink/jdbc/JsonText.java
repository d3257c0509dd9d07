package dev.landfall.sink.jdbc;

import dev.landfall.sdk.record.Value;
import java.util.Base64;
import java.util.Map;

/** Writes nested values as JSON, for JSON and text columns. Stateless, thread-safe. */
final class JsonText {
  private JsonText() {}

  static String of(Value value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Value value) {
    switch (value.kind()) {
      case NULL -> out.append("null");
      case BOOLEAN, LONG, DECIMAL -> out.append(value);
      case DOUBLE -> number(out, ((Value.OfDouble) value).value());
      case TEXT, INSTANT, DATE, TIME -> quote(out, value.toString());
      case BYTES -> quote(out, Base64.getEncoder().encodeToString(((Value.OfBytes) value).value()));
      case LIST -> list(out, (Value.OfList) value);
      case MAP -> map(out, (Value.OfMap) value);
    }
  }

  /** JSON has no NaN and no infinities; as text they are at least not lost. */
  private static void number(StringBuilder out, double value) {
    if (Double.isFinite(value)) {
      out.append(value);
    } else {
      quote(out, Double.toString(value));
    }
  }

  private static void list(StringBuilder out, Value.OfList list) {
    char separator = '[';
    for (Value each : list.values()) {
      out.append(separator);
      append(out, each);
      separator = ',';
    }
    out.append(list.values().isEmpty() ? "[]" : "]");
  }

  private static void map(StringBuilder out, Value.OfMap map) {
    char separator = '{';
    for (Map.Entry<String, Value> each : map.fields().entrySet()) {
      out.append(separator);
      quote(out, each.getKey());
      out.append(':');
      append(out, each.getValue());
      separator = ',';
    }
    out.append(map.fields().isEmpty() ? "{}" : "}");
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
