package dev.landfall.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A standalone Flink cluster: a job manager and task managers of one slot each, every one a process
 * of its own on the class path of this one. One thread at a time.
 */
final class ProcessCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final int restPort;
  private final int rpcPort;
  private final Process jobManager;
  private final Deque<Process> taskManagers = new ArrayDeque<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private int started;

  private ProcessCluster(Path folder) throws IOException {
    this.folder = folder;
    this.restPort = freePort();
    this.rpcPort = freePort();
    Files.writeString(folder.resolve("config.yaml"), "");
    this.jobManager = start(ClusterProcess.Role.JOB_MANAGER, "job-manager", Map.of());
  }

  /** Starts it, with an empty folder for configuration, logs and temporary files. */
  static ProcessCluster start(Path folder, int slots) throws Exception {
    ProcessCluster cluster = new ProcessCluster(folder);
    try {
      for (int i = 0; i < slots; i++) {
        cluster.startTaskManager();
      }
      String ready = "\"slots-available\":" + slots;
      if (!Await.within(PATIENCE, LOOK, () -> cluster.ask("/overview").contains(ready))) {
        throw new AssertionError("no " + ready + " in " + cluster.ask("/overview"));
      }
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  void startTaskManager() throws IOException {
    started++;
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("taskmanager.numberOfTaskSlots", "1");
    settings.put("taskmanager.resource-id", "task-manager-" + started);
    settings.put("taskmanager.cpu.cores", "1");
    settings.put("taskmanager.memory.task.heap.size", "64m");
    settings.put("taskmanager.memory.task.off-heap.size", "0");
    settings.put("taskmanager.memory.framework.heap.size", "64m");
    settings.put("taskmanager.memory.framework.off-heap.size", "16m");
    settings.put("taskmanager.memory.jvm-metaspace.size", "128m");
    settings.put("taskmanager.memory.jvm-overhead.min", "32m");
    settings.put("taskmanager.memory.jvm-overhead.max", "32m");
    settings.put("taskmanager.memory.network.min", "16m");
    settings.put("taskmanager.memory.network.max", "16m");
    settings.put("taskmanager.memory.managed.size", "4m");
    taskManagers.add(start(ClusterProcess.Role.TASK_MANAGER, "task-manager-" + started, settings));
  }

  private Process start(ClusterProcess.Role role, String name, Map<String, String> special)
      throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(special);
    settings.put("jobmanager.rpc.address", "127.0.0.1");
    settings.put("jobmanager.rpc.port", Integer.toString(rpcPort));
    settings.put("jobmanager.bind-host", "127.0.0.1");
    settings.put("taskmanager.host", "127.0.0.1");
    settings.put("taskmanager.bind-host", "127.0.0.1");
    settings.put("rest.address", "127.0.0.1");
    settings.put("rest.port", Integer.toString(restPort));
    settings.put("io.tmp.dirs", folder.toString());
    // A process that is gone is missed within two seconds.
    settings.put("heartbeat.interval", "500");
    settings.put("heartbeat.timeout", "10000");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ClusterProcess.class.getName(),
                role.name(),
                "--configDir",
                folder.toString()));
    settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".log").toFile())
        .start();
  }

  /** Kills the oldest task managers with SIGKILL, and starts others in their place. */
  void killTaskManagers(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      Process oldest = taskManagers.remove();
      oldest.destroyForcibly();
      if (!oldest.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the task manager " + oldest.pid() + " does not end");
      }
    }
    for (int i = 0; i < count; i++) {
      startTaskManager();
    }
  }

  /** An environment with checkpoints each 100 ms, and as many restarts as a test may need. */
  StreamExecutionEnvironment environment(int parallelism, Optional<String> savepoint) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 50);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
    savepoint.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment("127.0.0.1", restPort, configuration);
    environment.setParallelism(parallelism);
    return environment;
  }

  /** How often the job has failed and was started again. */
  int failures(JobID job) throws Exception {
    JsonNode told = JSON.readTree(ask("/jobs/" + job + "/exceptions"));
    return told.path("exceptionHistory").path("entries").size();
  }

  /** How many checkpoints of the job are complete. */
  int checkpoints(JobID job) throws Exception {
    JsonNode told = JSON.readTree(ask("/jobs/" + job + "/checkpoints"));
    return told.path("counts").path("completed").asInt();
  }

  /** Whether every task of the job runs, or has ended. */
  boolean allStarted(JobID job) throws Exception {
    JsonNode vertices = JSON.readTree(ask("/jobs/" + job)).path("vertices");
    List<String> states = vertices.findValuesAsText("status");
    return !states.isEmpty() && states.stream().allMatch(one -> one.matches("RUNNING|FINISHED"));
  }

  private String ask(String path) throws InterruptedException {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + restPort + "/v1" + path))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      // It is still starting.
      return "";
    }
  }

  @Override
  public void close() throws Exception {
    List<Process> all = new ArrayList<>(taskManagers);
    all.add(jobManager);
    all.forEach(Process::destroyForcibly);
    for (Process one : all) {
      one.waitFor();
    }
  }
}
