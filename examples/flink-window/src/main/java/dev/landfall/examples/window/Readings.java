package dev.landfall.examples.window;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The input, the same at each run, and what has to come out of it. Immutable, thread-safe.
 *
 * @param count how many readings
 */
record Readings(long count) {
  static final long WINDOW_MILLIS = 1_000;
  private static final int SENSORS = 8;
  private static final long STEP_MILLIS = 5;

  Stream<Reading> stream() {
    return LongStream.range(0, count).mapToObj(Readings::reading);
  }

  private static Reading reading(long number) {
    return new Reading(
        "sensor-" + number % SENSORS, number * STEP_MILLIS, (number * 7_919 + 13) % 1_000);
  }

  /** Later than every window: it closes them all. */
  Reading last() {
    return new Reading("clock", count * STEP_MILLIS + 60_000, 0);
  }

  Map<String, WindowTotal> expected() {
    Map<String, WindowTotal> totals = new HashMap<>();
    stream()
        .forEach(
            reading -> {
              long start = reading.atMillis() - reading.atMillis() % WINDOW_MILLIS;
              WindowTotal empty = new WindowTotal(reading.sensor(), start, 0, 0);
              totals.merge(empty.key(), empty.plus(reading), (total, first) -> total.plus(reading));
            });
    return totals;
  }
}
