package dev.landfall.sink.kafka;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What an operator watches. Prepared transactions are those of this process that it has not seen
 * committed. Thread-safe.
 */
final class Figures {
  private final HostTime time;
  private final Metrics.Counter aborted;
  private final Metrics.Timer flush;
  private final AtomicInteger producers = new AtomicInteger();
  private final Map<String, Waiting> prepared = new ConcurrentHashMap<>();

  private record Waiting(long begunNanos, long preparedNanos, Duration timeout) {}

  Figures(SinkContext context) {
    this.time = context.time();
    Metrics metrics = context.metrics();
    this.aborted =
        metrics.counter("kafka.dangling.aborted", "Dangling transactions that recovery aborted");
    this.flush =
        metrics.timer(
            "kafka.flush.seconds",
            "From a barrier to the acknowledgement of every record before it");
    metrics.gauge("kafka.producers.open", "Kafka producers open", producers::get);
    metrics.gauge(
        "kafka.prepared.oldest.age.seconds",
        "Age of the oldest prepared transaction, 0 if there is none",
        this::oldestAge);
    metrics.gauge(
        "kafka.prepared.least.left.seconds",
        "Time until the broker aborts a prepared transaction, the least of all; NaN if there is none",
        this::leastLeft);
  }

  void producerOpened() {
    producers.incrementAndGet();
  }

  void producerClosed() {
    producers.decrementAndGet();
  }

  /** Counts from {@code startNanos} to now. */
  void flushed(long startNanos) {
    flush.record(Duration.ofNanos(time.nanos() - startNanos));
  }

  void danglingAborted(int count) {
    aborted.add(count);
  }

  void prepared(String id, long begunNanos, Duration timeout) {
    prepared.put(id, new Waiting(begunNanos, time.nanos(), timeout));
  }

  void ended(String id) {
    prepared.remove(id);
  }

  private double oldestAge() {
    long now = time.nanos();
    return prepared.values().stream()
        .mapToDouble(one -> seconds(now - one.preparedNanos))
        .max()
        .orElse(0);
  }

  private double leastLeft() {
    long now = time.nanos();
    return prepared.values().stream()
        .mapToDouble(one -> seconds(one.begunNanos + one.timeout.toNanos() - now))
        .min()
        .orElse(Double.NaN);
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
