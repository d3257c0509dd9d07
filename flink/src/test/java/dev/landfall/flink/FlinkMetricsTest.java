package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.CharacterFilter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

final class FlinkMetricsTest {
  private final Map<String, Metric> registered = new HashMap<>();
  private final FlinkMetrics metrics = new FlinkMetrics(new Recording());

  @Test
  void askingTwiceForACounterGivesTheSameOne() {
    metrics.counter("commit.committed", "").add(2);
    metrics.counter("commit.committed", "").add(3);

    assertThat(((Counter) registered.get("commit.committed")).getCount()).isEqualTo(5);
  }

  @Test
  void registeringAGaugeAgainReplacesItsReading() {
    metrics.gauge("open", "", () -> 1);
    metrics.gauge("open", "", () -> 2);

    assertThat(((Gauge<?>) registered.get("open")).getValue()).isEqualTo(2.0);
  }

  @Test
  void aTimerIsAHistogramOfMillis() {
    for (int i = 1; i <= 1_100; i++) {
      metrics.timer("commit.latency.seconds", "").record(Duration.ofMillis(i));
    }

    Histogram histogram = (Histogram) registered.get("commit.latency.millis");
    assertThat(histogram.getCount()).isEqualTo(1_100);
    assertThat(histogram.getStatistics().size()).isEqualTo(1_000);
    assertThat(histogram.getStatistics().getMin()).isEqualTo(101);
    assertThat(histogram.getStatistics().getMax()).isEqualTo(1_100);
    assertThat(histogram.getStatistics().getQuantile(0.5)).isEqualTo(600);
    assertThat(histogram.getStatistics().getMean()).isEqualTo(600.5);
  }

  @Test
  void anEmptyHistogramHasFiguresToo() {
    RecentDurations none = new RecentDurations();

    assertThat(none.getStatistics().getQuantile(0.99)).isZero();
    assertThat(none.getStatistics().getMax()).isZero();
    assertThat(none.getStatistics().getStdDev()).isZero();
  }

  /** Remembers what is registered. */
  private final class Recording extends UnregisteredMetricsGroup {
    @Override
    public MetricGroup addGroup(String name) {
      assertThat(name).isEqualTo("landfall");
      return this;
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
      return keep(name, counter);
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      return keep(name, gauge);
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
      return keep(name, histogram);
    }

    @Override
    public String getMetricIdentifier(String name, CharacterFilter filter) {
      return name;
    }

    private <M extends Metric> M keep(String name, M metric) {
      assertThat(registered.put(name, metric)).as("Flink takes a name once").isNull();
      return metric;
    }
  }
}
