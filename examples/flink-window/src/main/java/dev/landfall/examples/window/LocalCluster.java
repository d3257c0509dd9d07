package dev.landfall.examples.window;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster in this process: two task managers with a slot each. One thread at a time. */
final class LocalCluster implements AutoCloseable {
  static final int TASK_MANAGERS = 2;
  private static final long PATIENCE_SECONDS = 60;

  private final MiniCluster cluster;
  private int killed;

  private LocalCluster(MiniCluster cluster) {
    this.cluster = cluster;
  }

  static LocalCluster start() throws Exception {
    Configuration small = new Configuration();
    small.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
    small.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
    small.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(small)
                .setNumTaskManagers(TASK_MANAGERS)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
    cluster.start();
    return new LocalCluster(cluster);
  }

  /** Checkpoints each half second, and a restart at once. */
  StreamExecutionEnvironment environment() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
    URI address = cluster.getRestAddress().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            address.getHost(), address.getPort(), configuration);
    environment.setParallelism(TASK_MANAGERS);
    return environment;
  }

  /** Takes the oldest task manager away, with the tasks on it, and starts another. */
  void killTaskManager() throws Exception {
    cluster.terminateTaskManager(killed).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    killed++;
    cluster.startTaskManager();
  }

  @Override
  public void close() throws ExecutionException {
    try {
      cluster.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new ExecutionException("Cannot end the cluster: " + e, e);
    }
  }
}
