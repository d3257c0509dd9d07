package dev.landfall.flink;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster of four task managers with one slot each, in this process. Uses only what Flink
 * 1.20 and 2.x have in common. One thread at a time.
 */
final class TestCluster implements AutoCloseable {
  static final int TASK_MANAGERS = 4;

  private final MiniCluster cluster;
  private final URI address;
  private int killed;

  private TestCluster(MiniCluster cluster, URI address) {
    this.cluster = cluster;
    this.address = address;
  }

  static TestCluster start() throws Exception {
    Configuration small = new Configuration();
    small.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    small.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    small.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(4));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(small)
                .setNumTaskManagers(TASK_MANAGERS)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
    cluster.start();
    return new TestCluster(cluster, cluster.getRestAddress().get(30, TimeUnit.SECONDS));
  }

  /** An environment with checkpoints each 100 ms and three restarts. */
  StreamExecutionEnvironment environment(int parallelism, Optional<String> savepoint) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    savepoint.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            address.getHost(), address.getPort(), configuration);
    environment.setParallelism(parallelism);
    return environment;
  }

  /** Ends the oldest task manager, with whatever runs on it, and starts another in its place. */
  void killTaskManager() throws Exception {
    cluster.terminateTaskManager(killed).get(30, TimeUnit.SECONDS);
    killed++;
    cluster.startTaskManager();
  }

  /** Ends what a failed test has left running: it would keep the slots of the next. */
  void cancelJobs() throws Exception {
    for (JobStatusMessage job : cluster.listJobs().get(30, TimeUnit.SECONDS)) {
      if (!job.getJobState().isGloballyTerminalState()) {
        cluster.cancelJob(job.getJobId()).get(30, TimeUnit.SECONDS);
      }
    }
  }

  static void finish(JobClient job) throws Exception {
    job.getJobExecutionResult().get(60, TimeUnit.SECONDS);
  }

  /** Flink refuses a savepoint while any task of the job is still being deployed. */
  String stopWithSavepoint(JobClient job, Path directory) throws Exception {
    if (!Await.within(Duration.ofSeconds(30), () -> allStarted(job.getJobID()))) {
      throw new AssertionError("the job does not run: " + state(job.getJobID()));
    }
    return job.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(60, TimeUnit.SECONDS);
  }

  private boolean allStarted(JobID job) throws Exception {
    for (AccessExecutionVertex task :
        cluster.getExecutionGraph(job).get(30, TimeUnit.SECONDS).getAllExecutionVertices()) {
      ExecutionState state = task.getExecutionState();
      if (state != ExecutionState.RUNNING && state != ExecutionState.FINISHED) {
        return false;
      }
    }
    return true;
  }

  private String state(JobID job) throws Exception {
    AccessExecutionGraph graph = cluster.getExecutionGraph(job).get(30, TimeUnit.SECONDS);
    StringBuilder state = new StringBuilder(graph.getState().toString());
    for (AccessExecutionVertex task : graph.getAllExecutionVertices()) {
      state.append("\n").append(task.getTaskNameWithSubtaskIndex());
      state.append(" ").append(task.getExecutionState());
      task.getFailureInfo().ifPresent(failure -> state.append(": ").append(failure));
    }
    if (graph.getFailureInfo() != null) {
      state.append("\n").append(graph.getFailureInfo().getExceptionAsString());
    }
    return state.toString();
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
