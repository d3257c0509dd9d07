package dev.landfall.examples.window;

/**
 * What one sensor read in one window. Immutable, thread-safe.
 *
 * @param sensor which one
 * @param startMillis the window's first millisecond
 * @param count how many readings
 * @param sum of their values
 */
public record WindowTotal(String sensor, long startMillis, long count, long sum) {
  WindowTotal plus(Reading reading) {
    return new WindowTotal(sensor, startMillis, count + 1, sum + reading.value());
  }

  String key() {
    return sensor + "@" + startMillis;
  }
}
