package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of a run: figures, stalls, and what a failed run did. */
@Timeout(60)
class FiguresTest {
  private final MemoryStore store = new MemoryStore();
  private final Kept kept = new Kept();

  @TempDir private Path root;

  /** Keeps figures for a test. */
  private static final class Kept implements Metrics {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

    @Override
    public Counter counter(String name, String description) {
      return count(name)::add;
    }

    private LongAdder count(String name) {
      return counts.computeIfAbsent(name, unseen -> new LongAdder());
    }

    @Override
    public void gauge(String name, String description, DoubleSupplier value) {
      gauges.put(name, value);
    }

    @Override
    public Timer timer(String name, String description) {
      return duration -> count(name).add(1);
    }
  }

  private Pipeline pipeline(Duration timeout, Sink sink, RunListener listener) {
    PipelineDefinition definition =
        new PipelineDefinition(
            "orders",
            Guarantee.Level.EXACTLY_ONCE,
            2,
            Distribution.KEY,
            new CheckpointSettings(
                root.resolve("state"), Duration.ofMillis(20), timeout, 1, 3, Duration.ofMinutes(1)),
            new Section("source", Map.of("type", "numbers")),
            List.of("id"),
            OnReject.SKIP,
            new Section("sink", Map.of("type", "memory")));
    return Pipeline.of(
        definition,
        RunOptions.DEFAULT.measuring(kept),
        new MemoryConnectors(NumberSource.of(2, 1_000), sink),
        listener);
  }

  @Test
  void figures_countEveryAttempt() throws Exception {
    AtomicInteger commits = new AtomicInteger();
    Faults awayOnce =
        new Faults() {
          @Override
          public Optional<String> reject(SinkRecord record) {
            return record.key().toString().endsWith("-7") ? Optional.of("no") : Optional.empty();
          }

          @Override
          public void beforePrepare() throws SinkException {
            if (commits.incrementAndGet() == 1) {
              throw new StoreUnavailableException("away");
            }
          }
        };

    RunSummary summary =
        pipeline(Duration.ofSeconds(20), Contract.TWO_PHASE.sink(store, awayOnce), RunListener.NONE)
            .run();

    assertThat(summary.restarts()).isEqualTo(1);
    assertThat(kept.count("restarts").sum()).isEqualTo(1);
    assertThat(kept.count("records.read").sum()).isBetween(2_000L, summary.read());
    assertThat(kept.count("records.committed").sum())
        .isEqualTo(1_998)
        .isEqualTo(summary.committed());
    assertThat(kept.count("records.rejected").sum()).isGreaterThanOrEqualTo(2);
    assertThat(kept.count("checkpoint.duration.seconds").sum()).isPositive();
    assertThat(kept.gauges.get("checkpoint.last.id").getAsDouble()).isPositive();
    assertThat(kept.gauges.get("checkpoint.last.age.seconds").getAsDouble()).isBetween(0.0, 60.0);
    assertThat(kept.gauges.get("uncommitted.oldest.age.seconds").getAsDouble()).isZero();
  }

  @Test
  void stuckSink_isToldBeforeTheCheckpointFails_andTheFailureNamesIt() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Faults stuck =
        new Faults() {
          @Override
          public void beforePrepare() throws InterruptedException {
            never.await();
          }
        };
    List<Stall> stalls = new CopyOnWriteArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void stalled(Stall stall) {
            stalls.add(stall);
          }
        };

    RunException failure =
        catchThrowableOfType(
            RunException.class,
            () ->
                pipeline(Duration.ofSeconds(2), Contract.TWO_PHASE.sink(store, stuck), listener)
                    .run());

    assertThat(stalls).isNotEmpty();
    assertThat(stalls.get(0).who()).startsWith("writer ");
    assertThat(stalls.get(0).call()).isEqualTo("flush or prepare");
    assertThat(kept.count("sink.stalls").sum()).isEqualTo(stalls.size());
    assertThat(kept.count("checkpoint.failed").sum()).isEqualTo(2);
    assertThat(failure)
        .hasMessageContaining("it took longer than 2.0 s; writer ")
        .hasMessageContaining("is in flush or prepare of the sink");
    assertThat(failure.summary())
        .hasValueSatisfying(
            summary -> {
              assertThat(summary.end()).isEqualTo(RunSummary.End.FAILED);
              assertThat(summary.read()).isEqualTo(2_000);
              assertThat(summary.committed()).isZero();
            });
  }
}
