package dev.landfall.benchmarks.flink;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One task manager in this process, and a checkpoint each second. One thread at a time. */
final class Cluster implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int PATIENCE_SECONDS = 30;

  private final MiniCluster cluster;

  private Cluster(MiniCluster cluster) {
    this.cluster = cluster;
  }

  static Cluster start(int slots) throws Exception {
    Configuration small = new Configuration();
    small.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
    small.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
    small.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(small)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .withRandomPorts()
                .build());
    cluster.start();
    return new Cluster(cluster);
  }

  /** A job that fails is not started again: its figures would be of no use. */
  StreamExecutionEnvironment environment(int parallelism) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, INTERVAL);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    URI address = cluster.getRestAddress().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            address.getHost(), address.getPort(), configuration);
    environment.setParallelism(parallelism);
    return environment;
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
