package dev.landfall.cli;

import dev.landfall.sdk.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/**
 * Figures in a Micrometer registry, as Prometheus reads them: {@code commit.latency.seconds} of
 * pipeline {@code orders} is {@code landfall_commit_latency_seconds{pipeline="orders"}}.
 * Thread-safe.
 */
final class MeasuredMetrics implements Metrics {
  private static final String PREFIX = "landfall.";

  /** Micrometer adds a timer's unit itself. */
  private static final String SECONDS = ".seconds";

  /** Upper ends of a timer's buckets. */
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
    Duration.ofSeconds(60)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** A gauge keeps its place, and reads whatever was registered last: a restart registers again. */
  private final Map<String, Reading> readings = new ConcurrentHashMap<>();

  /** What a gauge reads now. */
  private static final class Reading {
    private volatile DoubleSupplier source = () -> Double.NaN;
  }

  MeasuredMetrics(String pipeline) {
    registry.config().commonTags("pipeline", pipeline);
  }

  @Override
  public Counter counter(String name, String description) {
    io.micrometer.core.instrument.Counter counter =
        io.micrometer.core.instrument.Counter.builder(PREFIX + name)
            .description(description)
            .register(registry);
    return counter::increment;
  }

  @Override
  public void gauge(String name, String description, DoubleSupplier value) {
    readings.computeIfAbsent(name, unseen -> register(unseen, description)).source = value;
  }

  private Reading register(String name, String description) {
    Reading reading = new Reading();
    Gauge unused =
        Gauge.builder(PREFIX + name, () -> reading.source.getAsDouble())
            .description(description)
            .strongReference(true)
            .register(registry);
    return reading;
  }

  @Override
  public Timer timer(String name, String description) {
    String unitless =
        name.endsWith(SECONDS) ? name.substring(0, name.length() - SECONDS.length()) : name;
    io.micrometer.core.instrument.Timer timer =
        io.micrometer.core.instrument.Timer.builder(PREFIX + unitless)
            .description(description)
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    return timer::record;
  }

  /** In the text format of Prometheus. */
  String scrape() {
    return registry.scrape();
  }
}
