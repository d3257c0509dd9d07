package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.state.Entry;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.host.CommitLimits;
import dev.landfall.sdk.host.ReplayPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock jumps while a pipeline runs, and is wrong at the next start. */
@Timeout(60)
class ClockSetBackTest {
  private final MemoryStore store = new MemoryStore();
  private final AtomicReference<Duration> error = new AtomicReference<>(Duration.ZERO);

  @TempDir private Path root;

  private final HostTime jumping =
      new HostTime() {
        @Override
        public Instant now() {
          return HostTime.system().now().plus(error.get());
        }

        @Override
        public long nanos() {
          return HostTime.system().nanos();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
          HostTime.system().pause(duration);
        }
      };

  @ParameterizedTest
  @ValueSource(longs = {-3_600, 3_600})
  void clockThatJumps_changesNothing(long seconds) throws Exception {
    RunListener jump =
        new RunListener() {
          @Override
          public void checkpointCompleted(CheckpointId id, Duration took) {
            error.set(Duration.ofSeconds(seconds));
          }
        };

    RunSummary summary = pipeline(20_000, jump).run();
    error.set(Duration.ofSeconds(2 * seconds));
    RunSummary again = pipeline(20_000, RunListener.NONE).run();

    assertThat(summary.checkpoints()).isGreaterThan(1);
    assertThat(store.visible()).doesNotHaveDuplicates();
    assertThat(store.visible().size()).isEqualTo(40_000);
    assertThat(again.end()).isEqualTo(RunSummary.End.NOTHING_TO_DO);
  }

  private Pipeline pipeline(long perSplit, RunListener listener) {
    PipelineDefinition definition =
        new PipelineDefinition(
            "clock",
            Guarantee.Level.EXACTLY_ONCE,
            2,
            Distribution.KEY,
            new CheckpointSettings(
                root.resolve("state"),
                Duration.ofMillis(10),
                Duration.ofSeconds(20),
                0,
                3,
                Duration.ofMinutes(1)),
            new Section("source", Map.of("type", "numbers")),
            List.of("id"),
            OnReject.FAIL,
            new Section("sink", Map.of("type", "memory")));
    RunOptions options =
        new RunOptions(
            Entry.RESPECT_LEASE,
            Optional.empty(),
            ReplayPolicy.REFUSE,
            0,
            CommitLimits.DEFAULT,
            References.ofProcess(),
            jumping,
            0,
            Metrics.none());
    return Pipeline.of(
        definition,
        options,
        new MemoryConnectors(
            NumberSource.of(2, perSplit), Contract.TWO_PHASE.sink(store, Faults.NONE)),
        listener);
  }
}
