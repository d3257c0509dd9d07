package dev.landfall.sdk;

import java.util.function.DoubleSupplier;

/** Metrics that nobody reads. Stateless, thread-safe. */
final class NoMetrics implements Metrics {
  static final NoMetrics INSTANCE = new NoMetrics();

  private static final Counter COUNTER = amount -> {};
  private static final Timer TIMER = duration -> {};

  private NoMetrics() {}

  @Override
  public Counter counter(String name, String description) {
    return COUNTER;
  }

  @Override
  public void gauge(String name, String description, DoubleSupplier value) {
    // Nobody will ever read it.
  }

  @Override
  public Timer timer(String name, String description) {
    return TIMER;
  }
}
