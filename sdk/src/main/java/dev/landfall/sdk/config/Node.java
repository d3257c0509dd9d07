package dev.landfall.sdk.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One value of the tree, with the path that a person sees. Immutable, thread-safe.
 *
 * @param path such as {@code sink.columns[2].name}
 * @param value as the parser gave it, never null: an empty key is an absent one
 */
record Node(String path, Object value) {
  private static final int MAX_SHOWN = 60;

  /** The value as a person would recognise it in the file. Not for secrets. */
  String shown() {
    if (value instanceof String text) {
      return quoted(text);
    }
    if (value instanceof List<?>) {
      return "a list";
    }
    return value instanceof Map<?, ?> ? "a section" : String.valueOf(value);
  }

  Node child(String key, Object child) {
    return new Node(at(key), child);
  }

  /** The path of a key beneath this one. */
  String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  Node element(int index, Object child) {
    return new Node(path + "[" + index + "]", child);
  }

  static String quoted(String text) {
    boolean fits = text.length() <= MAX_SHOWN;
    return "'" + (fits ? text : text.substring(0, MAX_SHOWN) + "…") + "'";
  }

  /** The same map with keys as text, in its order; a parser may give {@code 1:} as a number. */
  static Map<String, @Nullable Object> keyed(Map<?, ?> map) {
    Map<String, @Nullable Object> keyed = new LinkedHashMap<>();
    map.forEach((key, value) -> keyed.put(String.valueOf(key), value));
    return keyed;
  }
}
