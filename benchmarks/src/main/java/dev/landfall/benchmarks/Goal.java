package dev.landfall.benchmarks;

import java.util.Locale;

/**
 * One goal and what was measured. Immutable, thread-safe.
 *
 * @param what is measured
 * @param measured the figure
 * @param bound on which side of the limit it must be
 * @param limit the goal
 * @param unit of both; empty for a ratio
 */
record Goal(String what, double measured, Bound bound, double limit, String unit) {
  /** On which side. */
  enum Bound {
    AT_LEAST("≥"),
    AT_MOST("≤");

    private final String sign;

    Bound(String sign) {
      this.sign = sign;
    }
  }

  static Goal atLeast(String what, double measured, double limit, String unit) {
    return new Goal(what, measured, Bound.AT_LEAST, limit, unit);
  }

  static Goal atMost(String what, double measured, double limit, String unit) {
    return new Goal(what, measured, Bound.AT_MOST, limit, unit);
  }

  /** Ours to theirs by records a second, in paired rounds. */
  static Goal throughput(Series ours, Series theirs, double least) {
    return atLeast(
        "throughput, " + ours.name() + " to " + theirs.name(),
        ours.medianRatio(theirs, Measured::recordsPerSecond),
        least,
        "");
  }

  /** Ours to theirs by CPU a record, in paired rounds. */
  static Goal cpu(Series ours, Series theirs, double most) {
    return atMost(
        "client CPU a record, " + ours.name() + " to " + theirs.name(),
        ours.medianRatio(theirs, Measured::cpuMicrosPerRecord),
        most,
        "");
  }

  /** The 99th percentile of a duration over all rounds, in milliseconds. */
  static Goal p99(Series ours, Timing timing, double mostMillis) {
    return atMost(
        "p99 of " + timing.label() + ", " + ours.name(),
        Statistics.percentile(ours.timings(timing), 99) / 1e6,
        mostMillis,
        "ms");
  }

  boolean isMet() {
    return switch (bound) {
      case AT_LEAST -> measured >= limit;
      case AT_MOST -> measured <= limit;
    };
  }

  /** The bound as in {@code ≥ 0.95}. */
  String expected() {
    return bound.sign + " " + number(limit) + (unit.isEmpty() ? "" : " " + unit);
  }

  String actual() {
    return number(measured) + (unit.isEmpty() ? "" : " " + unit);
  }

  private static String number(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }
}
