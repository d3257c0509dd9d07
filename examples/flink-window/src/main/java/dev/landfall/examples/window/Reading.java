package dev.landfall.examples.window;

/**
 * One measurement of a sensor. Immutable, thread-safe.
 *
 * @param sensor which one
 * @param atMillis event time
 * @param value what it read
 */
public record Reading(String sensor, long atMillis, long value) {
  static Reading parse(String text) {
    String[] fields = text.split(",", -1);
    return new Reading(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]));
  }

  String text() {
    return sensor + "," + atMillis + "," + value;
  }
}
