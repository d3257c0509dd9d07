package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every sink must survive in a cluster of several task managers, with the numbers 0, 1, 2, …
 * as records. One thread at a time.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
abstract class SinkInFlink {
  static final long RECORDS = 3_000;
  private static final double RECORDS_PER_SECOND = 2_000;
  private static TestCluster cluster;

  @TempDir Path savepoints;

  /** Fresh for each test, and fit for every store. */
  private String name = "";

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = TestCluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @BeforeEach
  final void begin(TestInfo test) throws Exception {
    String method = test.getTestMethod().orElseThrow().getName();
    String label = method + test.getDisplayName();
    Faults.arm(Fault.NONE);
    name = "t" + Integer.toUnsignedString((getClass().getName() + label).hashCode(), 36);
    target().prepare(name);
  }

  @AfterEach
  final void cancelJobs() throws Exception {
    cluster.cancelJobs();
  }

  abstract Target target();

  @ParameterizedTest
  @EnumSource
  final void HO_7_everyRecordIsThereOnce(Fault fault) throws Exception {
    Faults.arm(fault);
    StreamExecutionEnvironment env = cluster.environment(2, Optional.empty());
    env.getCheckpointConfig().setTolerableCheckpointFailureNumber(5);
    if (fault == Fault.CHECKPOINT_EXPIRES) {
      env.getCheckpointConfig().setCheckpointTimeout(Saboteur.CHECKPOINT_TIMEOUT.toMillis());
    }
    if (fault == Fault.ANOTHER_TASK_FAILS_AFTER_PREPARE) {
      env.getCheckpointConfig().setTolerableCheckpointFailureNumber(0);
    }
    DataStream<Long> numbers = numbers(env);
    numbers
        .map(new Saboteur(2))
        .returns(Types.LONG)
        .setParallelism(1)
        .disableChaining()
        .sinkTo(new DiscardingSink<>());
    numbers.rebalance().sinkTo(new SpiedSink(sink(), target()));

    JobClient job = env.executeAsync();
    if (fault == Fault.TASK_MANAGER_KILLED) {
      killTaskManager();
    }
    TestCluster.finish(job);

    assertThat(Faults.fired()).as("times that the fault happened").isEqualTo(fired(fault));
    if (fault == Fault.CHECKPOINT_EXPIRES || fault == Fault.NONE) {
      assertThat(Faults.writers()).as("writers without a restart").isEqualTo(2);
    } else {
      assertThat(Faults.writers()).as("writers with a restart").isGreaterThan(2);
    }
    assertExact();
  }

  private static int fired(Fault fault) {
    return fault == Fault.NONE ? 0 : 1;
  }

  private static void killTaskManager() throws Exception {
    Faults.awaitCheckpoint();
    // Two of the four have a slot of the job each; nobody tells which, so one goes after the other
    // until a writer was opened again.
    int before = Faults.writers();
    for (int i = 0; i < TestCluster.TASK_MANAGERS && Faults.writers() == before; i++) {
      cluster.killTaskManager();
      Await.within(Duration.ofSeconds(3), () -> Faults.writers() > before);
    }
    Faults.happened();
  }

  @Test
  final void HO_9_savepoint_2_to_4_to_1_andAgainFromTheSameSavepoint() throws Exception {
    Faults.hold();
    Optional<String> savepoint = Optional.empty();
    for (int parallelism : List.of(2, 4)) {
      JobClient job = start(parallelism, savepoint, RECORDS / 4);
      long share = RECORDS * parallelism / 16;
      Await.until("records of parallelism " + parallelism, () -> visible().size() > share);
      savepoint = Optional.of(cluster.stopWithSavepoint(job, savepoints));
    }
    Faults.happened();
    TestCluster.finish(start(1, savepoint, RECORDS));
    assertExact();

    JobClient again = start(1, savepoint, RECORDS);
    if (target().commits()) {
      assertThatThrownBy(() -> TestCluster.finish(again)).hasStackTraceContaining("HO-15");
    } else {
      TestCluster.finish(again);
    }
    assertExact();
  }

  /** Neither began before the other, and both may have chosen the same generation. */
  @Test
  final void T_8_ofTwoJobsThatStartAtOnce_oneFailsAtLeast() throws Exception {
    Faults.hold();
    // A job whose source has ended, or holds, meets nobody any more.
    double rate = target().commits() ? RECORDS / 60.0 : RECORDS_PER_SECOND;
    List<CompletableFuture<?>> jobs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      StreamExecutionEnvironment env = cluster.environment(2, Optional.empty());
      numbers(env, rate, RECORDS).rebalance().sinkTo(sink()).uid("sink");
      jobs.add(env.executeAsync().getJobExecutionResult());
    }
    if (target().commits()) {
      CompletableFuture<?> first = CompletableFuture.anyOf(jobs.get(0), jobs.get(1));
      assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    } else {
      // Nobody is in the way of a repetition.
      Faults.happened();
      for (CompletableFuture<?> job : jobs) {
        job.get(60, TimeUnit.SECONDS);
      }
      assertExact();
    }
  }

  private JobClient start(int parallelism, Optional<String> savepoint, long hold) throws Exception {
    StreamExecutionEnvironment env = cluster.environment(parallelism, savepoint);
    numbers(env, RECORDS_PER_SECOND, hold).rebalance().sinkTo(sink()).uid("sink");
    return env.executeAsync();
  }

  final String stopWithSavepoint(JobClient job) throws Exception {
    return cluster.stopWithSavepoint(job, savepoints);
  }

  static StreamExecutionEnvironment environment(int parallelism, Optional<String> savepoint) {
    return cluster.environment(parallelism, savepoint);
  }

  static StreamExecutionEnvironment environment(int parallelism) {
    return cluster.environment(parallelism, Optional.empty());
  }

  /** The last quarter waits for the fault. */
  static DataStream<Long> numbers(StreamExecutionEnvironment env) {
    return numbers(env, RECORDS_PER_SECOND, RECORDS * 3 / 4);
  }

  static DataStream<Long> numbers(
      StreamExecutionEnvironment env, double recordsPerSecond, long hold) {
    DataGeneratorSource<Long> source =
        new DataGeneratorSource<>(
            number -> number, RECORDS, new PatientRate<>(recordsPerSecond, hold), Types.LONG);
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers").uid("numbers");
  }

  final LandfallSink<Long> sink() {
    return sink(target().sink(name));
  }

  final LandfallSink<Long> sink(LandfallSink.Builder builder) {
    return target().sinkOfNumbers(name, builder);
  }

  final List<Long> visible() throws Exception {
    return target().visible(name);
  }

  final String name() {
    return name;
  }

  final void assertExact() throws Exception {
    List<Long> expected = LongStream.range(0, RECORDS).boxed().toList();
    assertThat(visible().stream().sorted().toList()).isEqualTo(expected);
  }
}
