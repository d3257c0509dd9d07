package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.source.GeneratorSourceProvider;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.sdk.source.SourceProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of checkpoints of one run: neither memory nor the state directory grows. */
@Tag("full")
class CheckpointEnduranceIT {
  private static final int SETTLED = 500;
  private static final int LAST = 5_000;

  /** So many looks each time. The least heap counts, for records on their way come and go. */
  private static final int LOOKS = 20;

  private static final int RETAINED = 3;
  private static final double MOST_HEAP = 1.1;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "runner-endurance",
          "The runner: five thousand checkpoints of one run",
          "A generator at 20,000 records a second, two writers, a checkpoint every 10 ms or as fast"
              + " as they complete, a local log, a sink that discards, dead letters switched on;"
              + " the least heap after a collection and the most files in twenty looks."
              + " Again: `mvn verify -Pfull -pl runner -am"
              + " -Dit.test=CheckpointEnduranceIT -Dfailsafe.failIfNoSpecifiedTests=false"
              + " -Dsurefire.failIfNoSpecifiedTests=false`.",
          "case",
          "heap at 500, bytes",
          "heap at 5,000, bytes",
          "files in the state directory at 500",
          "files at 5,000",
          "records",
          "seconds");

  @TempDir private Path root;

  /** What is there after so many checkpoints. */
  private record Look(long heapBytes, long files) {
    static final Look NONE = new Look(Long.MAX_VALUE, 0);

    Look and(Look other) {
      return new Look(Math.min(heapBytes, other.heapBytes), Math.max(files, other.files));
    }
  }

  @Test
  void heapAndFiles_areBoundedOverThousandsOfCheckpoints() throws Exception {
    AtomicLong published = new AtomicLong();
    AtomicReference<Look> settled = new AtomicReference<>(Look.NONE);
    AtomicReference<Look> last = new AtomicReference<>(Look.NONE);
    AtomicReference<Pipeline> running = new AtomicReference<>();
    RunListener listener =
        new RunListener() {
          private int completed;

          @Override
          public void checkpointCompleted(CheckpointId id, Duration took) {
            completed++;
            if (completed > SETTLED - LOOKS && completed <= SETTLED) {
              settled.set(settled.get().and(look()));
            } else if (completed > LAST - LOOKS && completed <= LAST) {
              last.set(last.get().and(look()));
            }
            if (completed == LAST) {
              running.get().stop();
            }
          }
        };
    Sink sink = new DiscardingLogSink(record -> {}, record -> published.incrementAndGet());
    running.set(Pipeline.of(definition(), RunOptions.DEFAULT, new GeneratorInto(sink), listener));
    long start = System.nanoTime();

    RunSummary summary = running.get().run();

    assertThat(summary.checkpoints()).isGreaterThanOrEqualTo(LAST);
    assertThat(summary.committed()).isEqualTo(published.get()).isPositive();
    assertThat((double) last.get().heapBytes)
        .isLessThanOrEqualTo(MOST_HEAP * settled.get().heapBytes);
    assertThat(last.get().files).isLessThanOrEqualTo(settled.get().files + 2L * RETAINED);
    EVIDENCE.row(
        "log and dead letters",
        settled.get().heapBytes,
        last.get().heapBytes,
        settled.get().files,
        last.get().files,
        summary.committed(),
        (System.nanoTime() - start) / 1_000_000_000);
  }

  private PipelineDefinition definition() {
    return new PipelineDefinition(
        "endurance",
        Guarantee.Level.EXACTLY_ONCE,
        2,
        Distribution.KEY,
        new CheckpointSettings(
            root.resolve("state"),
            Duration.ofMillis(10),
            Duration.ofMinutes(1),
            3,
            RETAINED,
            Duration.ofMinutes(1)),
        new Section("source", Map.of("type", "generator", "rate", 20_000L, "splits", 2L)),
        List.of("id"),
        new OnReject.DeadLetter(root.resolve("dead")),
        new Section("sink", Map.of("type", "memory")));
  }

  private Look look() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    try (Stream<Path> files = Files.walk(root.resolve("state"))) {
      return new Look(heap, files.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The real generator and a sink of the test. */
  record GeneratorInto(Sink sink) implements Connectors {
    @Override
    public SinkProvider<?> sink(Section section) {
      return new MemoryConnectors(NumberSource.of(1, 0), sink).sink(section);
    }

    @Override
    public SourceProvider<?> source(Section section) {
      return new GeneratorSourceProvider();
    }
  }
}
