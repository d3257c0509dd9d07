package dev.landfall.flink;

import dev.landfall.sdk.config.Section;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sink's options in the form in which a YAML parser would give them, and which travels in the job
 * graph. Immutable, thread-safe.
 *
 * @param values text, Long, Double, Boolean, and lists and maps of these
 */
record Options(LinkedHashMap<String, Serializable> values) implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * Copies options from code: numbers of any width, durations and paths become what a pipeline file
   * would say.
   *
   * @throws IllegalArgumentException if one is of a type that no pipeline file can hold
   */
  static Options of(Map<String, ?> options) {
    return new Options(map("", options));
  }

  Section section() {
    return Section.root(values);
  }

  private static LinkedHashMap<String, Serializable> map(String path, Map<?, ?> options) {
    LinkedHashMap<String, Serializable> copy = new LinkedHashMap<>();
    options.forEach(
        (key, value) -> {
          String at = path.isEmpty() ? String.valueOf(key) : path + "." + key;
          copy.put(String.valueOf(key), value(at, value));
        });
    return copy;
  }

  private static Serializable value(String path, Object value) {
    if (value instanceof Map<?, ?> nested) {
      return map(path, nested);
    }
    if (value instanceof List<?> list) {
      ArrayList<Serializable> copy = new ArrayList<>();
      list.forEach(element -> copy.add(value(path, element)));
      return copy;
    }
    return scalar(path, value);
  }

  private static Serializable scalar(String path, Object value) {
    if (value instanceof String || value instanceof Boolean) {
      return (Serializable) value;
    }
    if (value instanceof Integer || value instanceof Long || value instanceof Short) {
      return ((Number) value).longValue();
    }
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof java.time.Duration || value instanceof java.nio.file.Path) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "Cannot use the option '"
            + path
            + "': it is a "
            + value.getClass().getName()
            + ", expected text, a number, true or false, a duration, a list or a map");
  }
}
