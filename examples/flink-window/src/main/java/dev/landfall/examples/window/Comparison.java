package dev.landfall.examples.window;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was expected beside what is there. Immutable, thread-safe.
 *
 * @param expected windows that must be there
 * @param exact windows that are there once, with the right figures
 * @param missing windows that are not there
 * @param repeated results beyond the first of a window
 * @param wrong results with other figures, or of a window that nobody expects
 */
record Comparison(int expected, int exact, int missing, int repeated, int wrong) {
  static Comparison of(Map<String, WindowTotal> expected, List<WindowTotal> seen) {
    Map<String, Integer> results = new HashMap<>();
    int wrong = 0;
    for (WindowTotal total : seen) {
      results.merge(total.key(), 1, Integer::sum);
      if (!total.equals(expected.get(total.key()))) {
        wrong++;
      }
    }
    int missing = 0;
    int repeated = 0;
    int exact = 0;
    for (WindowTotal total : expected.values()) {
      int times = results.getOrDefault(total.key(), 0);
      missing += times == 0 ? 1 : 0;
      repeated += Math.max(0, times - 1);
      exact += times == 1 && seen.contains(total) ? 1 : 0;
    }
    return new Comparison(expected.size(), exact, missing, repeated, wrong);
  }

  boolean isExact() {
    return exact == expected && missing == 0 && repeated == 0 && wrong == 0;
  }

  @Override
  public String toString() {
    return String.format(
        "%d windows expected: %d exact, %d missing, %d repeated, %d wrong",
        expected, exact, missing, repeated, wrong);
  }
}
