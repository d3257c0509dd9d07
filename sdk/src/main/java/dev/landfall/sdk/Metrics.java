package dev.landfall.sdk;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Where a sink or driver reports figures; the host decides where they go. Names are lower case
 * words joined by {@code .}, units stand in the name ({@code commit.latency.seconds}). Thread-safe.
 */
public interface Metrics {
  /** A count that only grows; asking twice for one name gives the same counter. */
  Counter counter(String name, String description);

  /** A value read when somebody looks; registering a name again replaces the reading. */
  void gauge(String name, String description, DoubleSupplier value);

  /** A distribution of durations; asking twice for one name gives the same timer. */
  Timer timer(String name, String description);

  /** Metrics that nobody reads. */
  static Metrics none() {
    return NoMetrics.INSTANCE;
  }

  /** Grows. Thread-safe. */
  interface Counter {
    void add(long amount);
  }

  /** Collects durations. Thread-safe. */
  interface Timer {
    void record(Duration duration);
  }
}
