package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory sink in a mini cluster: what Flink does to a sink, the contracts must survive. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
final class DirectorySinkInFlinkIT {
  private static final long RECORDS = 6_000;
  private static final double RECORDS_PER_SECOND = 2_000;

  @TempDir Path directory;
  @TempDir Path savepoints;

  @BeforeEach
  void armFaults() {
    FailOnce.arm();
  }

  @Test
  void T_7_anotherTaskFailsAfterPrepare_everyRecordIsThereOnce() throws Exception {
    StreamExecutionEnvironment env = environment(2, Optional.empty());
    DataStream<Long> numbers = numbers(env);
    numbers
        .map(FailOnce.afterPrepareIn(directory))
        .returns(Types.LONG)
        .disableChaining()
        .sinkTo(new DiscardingSink<>());
    numbers.rebalance().sinkTo(sink());

    env.execute();

    assertThat(FailOnce.failures()).isEqualTo(1);
    assertExact();
  }

  @Test
  void HO_9_savepoint_2_to_4_to_1_everyRecordIsThereOnce() throws Exception {
    Optional<String> savepoint = Optional.empty();
    for (int parallelism : List.of(2, 4)) {
      StreamExecutionEnvironment env = environment(parallelism, savepoint);
      numbers(env).rebalance().sinkTo(sink());
      JobClient job = env.executeAsync();
      Await.until(
          "files of parallelism " + parallelism, () -> visibleLines().size() > 500L * parallelism);
      savepoint =
          Optional.of(
              job.stopWithSavepoint(
                      false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
                  .get(30, TimeUnit.SECONDS));
    }
    StreamExecutionEnvironment env = environment(1, savepoint);
    numbers(env).rebalance().sinkTo(sink());

    env.execute();

    assertExact();
  }

  @Test
  void HO_8_oneSubtaskRestartsAlone_everyRecordIsThereOnce() throws Exception {
    StreamExecutionEnvironment env = environment(2, Optional.empty());
    // Without an exchange between tasks each subtask is a region of its own, and Flink restarts it
    // alone.
    numbers(env).map(FailOnce.inSubtask(0, directory)).returns(Types.LONG).sinkTo(sink());

    env.execute();

    assertThat(FailOnce.failures()).isEqualTo(1);
    assertThat(generationsOf(0)).isGreaterThan(generationsOf(1));
    assertExact();
  }

  private StreamExecutionEnvironment environment(int parallelism, Optional<String> savepoint) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    savepoint.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
    env.setParallelism(parallelism);
    return env;
  }

  private static DataStream<Long> numbers(StreamExecutionEnvironment env) {
    DataGeneratorSource<Long> source =
        new DataGeneratorSource<>(
            number -> number,
            RECORDS,
            RateLimiterStrategy.perSecond(RECORDS_PER_SECOND),
            Types.LONG);
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers").uid("numbers");
  }

  private LandfallSink<Long> sink() {
    return LandfallSink.of("directory", Map.of("path", directory.toString()))
        .identity("numbers", "main")
        .converter((number, timestamp) -> SinkRecord.put(Value.ofNull(), Value.of((long) number)));
  }

  private void assertExact() throws IOException {
    List<String> expected =
        LongStream.range(0, RECORDS)
            .mapToObj(number -> "{\"key\":null,\"value\":" + number + "}")
            .toList();
    assertThat(visibleLines()).containsExactlyInAnyOrderElementsOf(expected);
    try (Stream<Path> staged = Files.walk(directory.resolve(".landfall"))) {
      assertThat(staged.filter(Files::isRegularFile).map(path -> path.getFileName().toString()))
          .as("staged files that nobody will finish")
          .containsOnly("owner");
    }
  }

  private List<String> visibleLines() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<String> lines = new java.util.ArrayList<>();
      for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
      return lines;
    }
  }

  /** The newest generation of a writer. */
  private long generationsOf(int subtask) throws IOException {
    try (Stream<Path> generations =
        Files.list(directory.resolve(".landfall/numbers.main." + subtask))) {
      return generations
          .map(path -> path.getFileName().toString().replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .max()
          .orElse(0);
    }
  }
}
