package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private final Map<String, DoubleSupplier> gauges = new HashMap<>();
  private final AtomicLong aborted = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong();

  private Figures figures() {
    Metrics metrics =
        new Metrics() {
          @Override
          public Counter counter(String name, String description) {
            return aborted::addAndGet;
          }

          @Override
          public void gauge(String name, String description, DoubleSupplier value) {
            gauges.put(name, value);
          }

          @Override
          public Timer timer(String name, String description) {
            return duration -> {};
          }
        };
    HostTime time =
        new HostTime() {
          @Override
          public Instant now() {
            return Instant.EPOCH.plusNanos(nanos.get());
          }

          @Override
          public long nanos() {
            return nanos.get();
          }

          @Override
          public void pause(Duration duration) {
            nanos.addAndGet(duration.toNanos());
          }
        };
    return new Figures(new SinkContext(new SinkId("p", "s"), "i", time, Thread::new, 1, metrics));
  }

  private double read(String name) {
    return gauges.get(name).getAsDouble();
  }

  @Test
  void gauges_tellTheOldestAndTheLeast() {
    Figures figures = figures();
    assertThat(read("kafka.prepared.oldest.age.seconds")).isZero();
    assertThat(read("kafka.prepared.least.left.seconds")).isNaN();

    nanos.set(2_000_000_000L);
    figures.prepared("a", 0, Duration.ofSeconds(60));
    nanos.set(5_000_000_000L);
    figures.prepared("b", 4_000_000_000L, Duration.ofSeconds(60));
    figures.producerOpened();
    figures.producerOpened();
    figures.producerClosed();
    figures.danglingAborted(3);

    assertThat(read("kafka.prepared.oldest.age.seconds")).isEqualTo(3);
    assertThat(read("kafka.prepared.least.left.seconds")).isEqualTo(55);
    assertThat(read("kafka.producers.open")).isEqualTo(1);
    assertThat(aborted).hasValue(3);
    figures.ended("a");
    assertThat(read("kafka.prepared.oldest.age.seconds")).isZero();
    assertThat(read("kafka.prepared.least.left.seconds")).isEqualTo(59);
  }
}
