package dev.landfall.conformance.memory;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Remembers what a pure function made of a text: names repeat over the hundred thousand runs of a
 * grade, and parsing them anew was half of its time. Thread-safe.
 */
final class Memo<T> {
  /** More than all names of the schedules; forgetting everything is cheaper than order. */
  private static final int MAX_ENTRIES = 50_000;

  private final Map<String, T> known = new ConcurrentHashMap<>();
  private final Function<String, T> function;

  Memo(Function<String, T> function) {
    this.function = function;
  }

  T of(String text) {
    T value = known.get(text);
    if (value == null) {
      if (known.size() >= MAX_ENTRIES) {
        known.clear();
      }
      value = function.apply(text);
      known.put(text, value);
    }
    return value;
  }
}
