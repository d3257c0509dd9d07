package dev.landfall.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory sink (two-phase commit) in Flink, with what the adapter itself promises. */
final class DirectorySinkInFlinkIT extends SinkInFlink {
  /** Records that have gone to the sink; all tasks share this process. */
  private static final AtomicLong SEEN = new AtomicLong();

  @TempDir Path root;

  @Override
  Target target() {
    return new DirectoryTarget(root);
  }

  @Test
  void HO_8_oneSubtaskRestartsAlone_everyRecordIsThereOnce() throws Exception {
    Faults.arm(Fault.NOTIFICATION_LOST);
    StreamExecutionEnvironment env = environment(2);
    // Without an exchange between tasks each subtask is a region of its own, and Flink restarts it
    // alone.
    numbers(env).sinkTo(new SpiedSink(sink(), target()));

    TestCluster.finish(env.executeAsync());

    assertThat(Faults.fired()).isEqualTo(1);
    assertThat(Faults.writers()).as("two, and one again").isEqualTo(3);
    assertExact();
    assertThat(staged()).as("staged files that nobody will finish").containsOnly("owner");
  }

  private List<String> staged() throws IOException {
    try (Stream<Path> staged = Files.walk(root.resolve(name()).resolve(".landfall"))) {
      return staged
          .filter(Files::isRegularFile)
          .map(path -> path.getFileName().toString())
          .toList();
    }
  }

  @Test
  void T_5_aLossFailsTheJobWithItsFigures() throws Exception {
    Faults.arm(Fault.NOTIFICATION_LOST, this::losePrepared);
    StreamExecutionEnvironment env = environment(2);
    numbers(env).rebalance().sinkTo(new SpiedSink(sink(), target()));

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job))
        .hasStackTraceContaining("Cannot commit " + name() + "/main/")
        .hasStackTraceContaining("records are lost");
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FAILED);
    // What the other writer prepared is gone too: its committer may find the loss before a restart.
    assertThat(Faults.writers()).as("no restart once the loss was found").isBetween(2, 4);
  }

  private void losePrepared() {
    try (Stream<Path> files = Files.walk(root.resolve(name()))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".prepared")).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void T_8_aSecondJobOfTheSameIdentityFencesTheFirst_whichTellsIt() throws Exception {
    Faults.hold();
    StreamExecutionEnvironment firstEnv = environment(1);
    numbers(firstEnv, 500, RECORDS / 2).rebalance().sinkTo(sink()).uid("sink");
    JobClient first = firstEnv.executeAsync();
    Await.until("records of the first job", () -> visible().size() > 200);
    String savepoint =
        first.triggerSavepoint(savepoints.toUri().toString(), SavepointFormatType.CANONICAL).get();
    StreamExecutionEnvironment env = environment(1, Optional.of(savepoint));
    numbers(env, 500, RECORDS)
        .rebalance()
        .sinkTo(sink(target().sink(name()).acceptReplay()))
        .uid("sink");

    JobClient second = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(first))
        .hasStackTraceContaining("another job runs under the identity " + name() + "/main");
    Faults.happened();
    TestCluster.finish(second);
    assertThat(visible()).as("nothing is missing").contains(0L, RECORDS - 1);
    assertThat(visible().stream().distinct().count()).isEqualTo(RECORDS);
  }

  @Test
  void HO_10_aBatchJobIsCommittedAtItsEnd() throws Exception {
    StreamExecutionEnvironment env = environment(2);
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    numbers(env).rebalance().sinkTo(sink());

    TestCluster.finish(env.executeAsync());

    assertExact();
  }

  @Test
  void HO_4_withoutCheckpointsATransactionalSinkIsRefused() throws Exception {
    StreamExecutionEnvironment env = environment(1);
    env.getCheckpointConfig().disableCheckpointing();
    numbers(env).sinkTo(sink());

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job))
        .hasStackTraceContaining("checkpointing is off")
        .hasStackTraceContaining("env.enableCheckpointing");
    assertThat(visible()).isEmpty();
  }

  @Test
  void HO_10_withoutCheckpointsOnPurpose_theEndOfInputCommits() throws Exception {
    StreamExecutionEnvironment env = environment(2);
    env.getCheckpointConfig().disableCheckpointing();
    numbers(env).rebalance().sinkTo(sink(target().sink(name()).acceptNoCheckpoints()));

    TestCluster.finish(env.executeAsync());

    assertExact();
  }

  @Test
  void HO_9_withoutCheckpointsOnPurpose_aSavepointCommits() throws Exception {
    Faults.hold();
    SEEN.set(0);
    StreamExecutionEnvironment env = environment(2);
    env.getCheckpointConfig().disableCheckpointing();
    numbers(env)
        .map(
            number -> {
              SEEN.incrementAndGet();
              return number;
            })
        .returns(Types.LONG)
        .rebalance()
        .sinkTo(sink(target().sink(name()).acceptNoCheckpoints()))
        .uid("sink");
    JobClient job = env.executeAsync();
    Await.until("records", () -> SEEN.get() > RECORDS / 4);
    assertThat(visible()).isEmpty();

    Optional<String> savepoint = Optional.of(stopWithSavepoint(job));
    assertThat(visible().size()).isGreaterThan((int) RECORDS / 4);

    Faults.happened();
    StreamExecutionEnvironment next = environment(1, savepoint);
    numbers(next).rebalance().sinkTo(sink()).uid("sink");
    TestCluster.finish(next.executeAsync());
    assertExact();
  }

  @Test
  void SI_7_aWrongOptionIsRefusedWithTheNearestKey() throws Exception {
    StreamExecutionEnvironment env = environment(1);
    numbers(env).sinkTo(sink(LandfallSink.of("directory", Map.of("pth", "/tmp"))));

    JobClient job = env.executeAsync();

    assertThatThrownBy(() -> TestCluster.finish(job)).hasStackTraceContaining("path");
    assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FAILED);
  }
}
