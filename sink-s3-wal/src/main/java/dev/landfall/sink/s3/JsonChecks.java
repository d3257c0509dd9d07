package dev.landfall.sink.s3;

import dev.landfall.sdk.record.Value;
import java.util.Map;
import java.util.Optional;

/** What JSON cannot hold. Stateless, thread-safe. */
final class JsonChecks {
  /** Far above any real document, and below what would overflow the stack. */
  static final int MAX_DEPTH = 500;

  private JsonChecks() {}

  /** Why the value cannot be written, or empty; {@code path} names it. */
  static Optional<String> problem(Value value, String path) {
    return problem(value, path, 0);
  }

  private static Optional<String> problem(Value value, String path, int depth) {
    if (depth > MAX_DEPTH) {
      return Optional.of(path + " is nested deeper than " + MAX_DEPTH + " levels");
    }
    if (value instanceof Value.OfText text) {
      return sound(text.value(), path);
    }
    if (value instanceof Value.OfDouble number) {
      return Double.isFinite(number.value())
          ? Optional.empty()
          : Optional.of(path + " is " + number + ", which JSON cannot hold");
    }
    if (value instanceof Value.OfMap map) {
      return inMap(map, path, depth);
    }
    return value instanceof Value.OfList list ? inList(list, path, depth) : Optional.empty();
  }

  private static Optional<String> inMap(Value.OfMap map, String path, int depth) {
    // No text is made for what is right: this is asked of every record.
    for (Map.Entry<String, Value> field : map.fields().entrySet()) {
      if (!UnicodeText.isSound(field.getKey())) {
        return sound(field.getKey(), "a field's name in " + path);
      }
      if (!scalar(field.getValue())) {
        Optional<String> problem = nested(field, path, depth);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> nested(Map.Entry<String, Value> field, String path, int depth) {
    String name = "'" + field.getKey() + "'";
    return problem(
        field.getValue(), path.equals("the value") ? name : path + '.' + name, depth + 1);
  }

  private static Optional<String> inList(Value.OfList list, String path, int depth) {
    for (Value element : list.values()) {
      Optional<String> problem = problem(element, path + "[]", depth + 1);
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  /** Whether nothing can be wrong with it, so that its path need not be made. */
  private static boolean scalar(Value value) {
    if (value instanceof Value.OfText text) {
      return UnicodeText.isSound(text.value());
    }
    if (value instanceof Value.OfDouble number) {
      return Double.isFinite(number.value());
    }
    return !(value instanceof Value.OfMap) && !(value instanceof Value.OfList);
  }

  private static Optional<String> sound(String text, String path) {
    return UnicodeText.isSound(text)
        ? Optional.empty()
        : Optional.of(path + " holds half a surrogate pair, which is no text");
  }
}
