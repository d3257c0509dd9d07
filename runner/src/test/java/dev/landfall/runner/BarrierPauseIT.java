package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a writer gets no record around a barrier, at full load: alignment, sealing and the
 * durable checkpoint run beside the writing. The sink takes no time, so all of it is the host's.
 */
@Tag("full")
class BarrierPauseIT {
  private static final int CHECKPOINTS = 500;
  private static final long MOST_MILLIS = 20;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "runner-pauses",
          "The runner: the longest pause of write in each interval",
          "A generator as fast as it goes into one writer with a local log and a sink that"
              + " discards, a checkpoint every 20 ms; for each of 500 checkpoints the longest time"
              + " between two records, the barrier included. Again: `mvn verify -Pfull -pl runner"
              + " -am -Dit.test=BarrierPauseIT -Dfailsafe.failIfNoSpecifiedTests=false"
              + " -Dsurefire.failIfNoSpecifiedTests=false` on a machine that does nothing else.",
          "case",
          "checkpoints",
          "median, ms",
          "p99, ms",
          "longest, ms",
          "records a second");

  @TempDir private Path root;

  /**
   * The longest time between two records since the last look. Written by the one writing thread.
   */
  private static final class Gaps implements Consumer<SinkRecord> {
    private final AtomicLong longest = new AtomicLong();
    private long last;

    @Override
    public void accept(SinkRecord record) {
      long now = System.nanoTime();
      if (last != 0 && now - last > longest.get()) {
        longest.set(now - last);
      }
      last = now;
    }
  }

  @Test
  void write_isNotHeldUpByACheckpoint() throws Exception {
    Gaps gaps = new Gaps();
    List<Long> pauses = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<Pipeline> running = new AtomicReference<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void checkpointCompleted(CheckpointId id, Duration took) {
            long pause = gaps.longest.getAndSet(0);
            if (id.value() > CHECKPOINTS / 10) { // after the compiler has warmed up
              pauses.add(pause);
            }
            if (pauses.size() == CHECKPOINTS) {
              running.get().stop();
            }
          }
        };
    running.set(
        Pipeline.of(
            definition(),
            RunOptions.DEFAULT,
            new CheckpointEnduranceIT.GeneratorInto(new DiscardingLogSink(gaps, record -> {})),
            listener));

    RunSummary summary = running.get().run();

    List<Long> sorted = pauses.stream().limit(CHECKPOINTS).sorted().toList();
    assertThat(sorted.size()).isEqualTo(CHECKPOINTS);
    double p99 = millis(sorted.get(CHECKPOINTS * 99 / 100 - 1));
    assertThat(p99).isLessThanOrEqualTo(MOST_MILLIS);
    EVIDENCE.row(
        "write-ahead, local log",
        CHECKPOINTS,
        millis(sorted.get(CHECKPOINTS / 2)),
        p99,
        millis(sorted.get(CHECKPOINTS - 1)),
        summary.read() * 1_000 / summary.elapsed().toMillis());
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e4) / 1e2;
  }

  private PipelineDefinition definition() {
    return new PipelineDefinition(
        "pauses",
        Guarantee.Level.EXACTLY_ONCE,
        1,
        Distribution.KEY,
        new CheckpointSettings(
            root.resolve("state"),
            Duration.ofMillis(20),
            Duration.ofMinutes(1),
            3,
            3,
            Duration.ofMinutes(1)),
        new Section("source", Map.of("type", "generator")),
        List.of("id"),
        OnReject.FAIL,
        new Section("sink", Map.of("type", "memory")));
  }
}
