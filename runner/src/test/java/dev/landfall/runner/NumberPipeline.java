package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.source.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers into a store in memory, with the state below a directory of the test. Thread-safe. */
final class NumberPipeline {
  private final Path state;
  private final MemoryStore store = new MemoryStore();

  NumberPipeline(Path root) {
    this.state = root.resolve("state");
  }

  Path state() {
    return state;
  }

  MemoryStore store() {
    return store;
  }

  PipelineDefinition definition(int parallelism, OnReject rejected) {
    return definition(parallelism, List.of("id"), rejected, Duration.ofSeconds(20), 0);
  }

  PipelineDefinition definition(
      int parallelism,
      List<String> key,
      OnReject rejected,
      Duration timeout,
      int toleratedFailures) {
    return new PipelineDefinition(
        "orders",
        Guarantee.Level.EXACTLY_ONCE,
        parallelism,
        Distribution.KEY,
        new CheckpointSettings(
            state, Duration.ofMillis(20), timeout, toleratedFailures, 5, Duration.ofMinutes(1)),
        new Section("source", Map.of("type", "numbers")),
        key,
        rejected,
        new Section("sink", Map.of("type", "memory")));
  }

  /** Not yet run. */
  static Pipeline of(
      PipelineDefinition definition, Source source, Sink sink, RunListener listener) {
    return Pipeline.of(
        definition, RunOptions.DEFAULT, new MemoryConnectors(source, sink), listener);
  }

  /** Runs to the end of the input; a record that cannot be written ends it. */
  RunSummary run(int parallelism, Source source, Sink sink) throws Exception {
    return run(parallelism, RunOptions.DEFAULT, source, sink);
  }

  RunSummary run(int parallelism, RunOptions options, Source source, Sink sink) throws Exception {
    return run(definition(parallelism, OnReject.FAIL), options, source, sink);
  }

  private static RunSummary run(
      PipelineDefinition definition, RunOptions options, Source source, Sink sink)
      throws Exception {
    return Pipeline.of(definition, options, new MemoryConnectors(source, sink), RunListener.NONE)
        .run();
  }

  /** How a run ends that is expected to fail. */
  RunException failure(int parallelism, Source source, Sink sink) {
    return failure(parallelism, RunOptions.DEFAULT, source, sink);
  }

  RunException failure(int parallelism, RunOptions options, Source source, Sink sink) {
    return failure(definition(parallelism, OnReject.FAIL), options, source, sink);
  }

  static RunException failure(
      PipelineDefinition definition, RunOptions options, Source source, Sink sink) {
    return catchThrowableOfType(RunException.class, () -> run(definition, options, source, sink));
  }

  Checkpoint newest() throws Exception {
    return StateDirectory.at(state, HostTime.system()).checkpoints().get(0).read();
  }

  /** How many records of the first split the newest checkpoint covers. */
  long covered() throws Exception {
    return StateDirectory.at(state, HostTime.system()).checkpoints().isEmpty()
        ? 0
        : Long.parseLong(newest().positions().get("split0").fields().get("next"));
  }

  void assertEveryRecordOnce(Contract contract, int splits, long perSplit) {
    Set<String> expected = new HashSet<>();
    for (int split = 0; split < splits; split++) {
      for (long n = 0; n < perSplit; n++) {
        String id = "split" + split + "-" + n;
        expected.add(id + "={id=" + id + ", n=" + n + "}");
      }
    }
    if (contract == Contract.IDEMPOTENT) {
      assertThat(store.byKey()).hasSize(expected.size());
      assertThat(new HashSet<>(store.visible())).isEqualTo(expected);
    } else {
      // Sorted, for AssertJ's comparison in any order is quadratic.
      assertThat(store.visible().stream().sorted().toList())
          .isEqualTo(expected.stream().sorted().toList());
    }
    assertThat(store.preparedCount()).isZero();
  }
}
