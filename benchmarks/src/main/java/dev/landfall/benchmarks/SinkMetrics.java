package dev.landfall.benchmarks;

import dev.landfall.sdk.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * Adds up what a sink times itself, so that its own flush can be told from the rest. Thread-safe.
 */
final class SinkMetrics implements Metrics {
  private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();

  @Override
  public Counter counter(String name, String description) {
    return amount -> {};
  }

  @Override
  public void gauge(String name, String description, DoubleSupplier value) {}

  @Override
  public Timer timer(String name, String description) {
    LongAdder sum = sum(name);
    return (Duration duration) -> sum.add(duration.toNanos());
  }

  /** All that this timer has seen. */
  long totalNanos(String timer) {
    return sum(timer).sum();
  }

  private LongAdder sum(String timer) {
    return nanos.computeIfAbsent(timer, unused -> new LongAdder());
  }
}
