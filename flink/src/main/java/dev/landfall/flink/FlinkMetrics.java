package dev.landfall.flink;

import dev.landfall.sdk.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * A sink's figures as metrics of a Flink operator, in the group {@code landfall}. Thread-safe.
 *
 * <p>A timer becomes a histogram in milliseconds, {@code commit.latency.seconds} so {@code
 * commit.latency.millis}: Flink's histograms hold whole numbers.
 */
final class FlinkMetrics implements Metrics {
  private static final String SECONDS = ".seconds";

  private final MetricGroup group;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, DoubleSupplier> readings = new ConcurrentHashMap<>();

  FlinkMetrics(MetricGroup operator) {
    this.group = operator.addGroup("landfall");
  }

  @Override
  public Counter counter(String name, String description) {
    return counters.computeIfAbsent(
        name,
        missing -> {
          ThreadSafeSimpleCounter counter = group.counter(name, new ThreadSafeSimpleCounter());
          return counter::inc;
        });
  }

  @Override
  public void gauge(String name, String description, DoubleSupplier value) {
    if (readings.put(name, value) == null) {
      // Flink takes a name once, so the gauge looks the newest reading up.
      Gauge<Double> gauge = () -> readings.getOrDefault(name, value).getAsDouble();
      group.gauge(name, gauge);
    }
  }

  @Override
  public Timer timer(String name, String description) {
    return timers.computeIfAbsent(
        name,
        missing -> {
          String unit =
              name.endsWith(SECONDS)
                  ? name.substring(0, name.length() - SECONDS.length()) + ".millis"
                  : name;
          RecentDurations durations = group.histogram(unit, new RecentDurations());
          return duration -> durations.update(duration.toMillis());
        });
  }
}
