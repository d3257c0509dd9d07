package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Task managers that are processes of their own, and are killed with SIGKILL while records flow:
 * one of two and then another under the first job, which stops with a savepoint, and both at once
 * under the job of other parallelism that goes on from there.
 */
@RealStores
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class KilledProcessIT {
  private static final long RECORDS = 4_000;
  private static final double RECORDS_PER_SECOND = 300;

  /** Five attempts of the two jobs leave some for the end. */
  private static final long RECORDS_OF_AN_ATTEMPT = 400;

  /** New processes have to start after each kill. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Duration LOOK = Duration.ofMillis(200);

  @TempDir Path folder;

  /** Two-phase commit. */
  @Test
  void HO_7_jdbcXa_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(jdbc("xa"), "killed_xa");
  }

  /** Two-phase commit. */
  @Test
  @Tag("full")
  void HO_7_kafka_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(new KafkaTarget(Stores.kafka().shared()), "killed_kafka");
  }

  /** A write-ahead log in the store. */
  @Test
  @Tag("full")
  void HO_7_s3_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(new S3Target(Stores.s3().shared()), "killed_s3");
  }

  /** A write-ahead log inside the committables. */
  @Test
  @Tag("full")
  void HO_7_jdbcConfirm_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(jdbc("confirm"), "killed_confirm");
  }

  /** Idempotent. */
  @Test
  @Tag("full")
  void HO_7_jdbcUpsert_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(jdbc("upsert"), "killed_upsert");
  }

  /** Idempotent. */
  @Test
  @Tag("full")
  void HO_7_redis_everyRecordIsThereOnce() throws Exception {
    killTaskManagers(new RedisTarget(Stores.redis().shared()), "killed_redis");
  }

  private static Target jdbc(String mode) {
    return new JdbcTarget(new SqlTable(Stores.mysql().shared()), mode);
  }

  private void killTaskManagers(Target target, String name) throws Exception {
    target.prepare(name);
    try (ProcessCluster cluster = ProcessCluster.start(folder, 2)) {
      JobClient first = start(cluster, 2, Optional.empty(), target, name);
      boolean visible = Await.within(PATIENCE, LOOK, () -> !target.visible(name).isEmpty());
      assertThat(visible).as("there are records").isTrue();
      killUnder(first, cluster, 1);
      killUnder(first, cluster, 1);
      assertThat(target.visible(name)).hasSizeLessThan((int) RECORDS);
      String savepoint = stopWithSavepoint(cluster, first);

      JobClient second = start(cluster, 1, Optional.of(savepoint), target, name);
      awaitCheckpoint(cluster, second);
      // Nobody tells which of the two the only writer runs on.
      killUnder(second, cluster, 2);
      Files.createFile(gate());
      second.getJobExecutionResult().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      List<Long> expected = LongStream.range(0, RECORDS).boxed().toList();
      assertThat(target.visible(name).stream().sorted().toList()).isEqualTo(expected);
    }
  }

  private Path gate() {
    return folder.resolve("gate");
  }

  /** The last checkpoint before a kill may be told after it; so first the kill has to be felt. */
  private static void killUnder(JobClient job, ProcessCluster cluster, int taskManagers)
      throws Exception {
    int before = cluster.failures(job.getJobID());
    cluster.killTaskManagers(taskManagers);
    boolean felt = Await.within(PATIENCE, LOOK, () -> cluster.failures(job.getJobID()) > before);
    assertThat(felt).as("the job fails once more than " + before + " times").isTrue();
    awaitCheckpoint(cluster, job);
  }

  /** One more than now. */
  private static void awaitCheckpoint(ProcessCluster cluster, JobClient job) throws Exception {
    int before = cluster.checkpoints(job.getJobID());
    boolean seen = Await.within(PATIENCE, LOOK, () -> cluster.checkpoints(job.getJobID()) > before);
    assertThat(seen).as("a checkpoint after the first " + before).isTrue();
  }

  private String stopWithSavepoint(ProcessCluster cluster, JobClient job) throws Exception {
    boolean started = Await.within(PATIENCE, LOOK, () -> cluster.allStarted(job.getJobID()));
    assertThat(started).as("all tasks run").isTrue();
    return job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private JobClient start(
      ProcessCluster cluster,
      int parallelism,
      Optional<String> savepoint,
      Target target,
      String name)
      throws Exception {
    StreamExecutionEnvironment env = cluster.environment(parallelism, savepoint);
    DataGeneratorSource<Long> source =
        new DataGeneratorSource<>(
            number -> number,
            RECORDS,
            new GatedRate<>(RECORDS_PER_SECOND, RECORDS_OF_AN_ATTEMPT, gate().toString()),
            Types.LONG);
    env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers")
        .uid("numbers")
        .rebalance()
        .sinkTo(target.sinkOfNumbers(name, target.sink(name)))
        .uid("sink");
    return env.executeAsync();
  }
}
