package dev.landfall.examples.window;

import dev.landfall.sdk.HostTime;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The whole experiment in one process, but for the broker: see {@code examples/flink-window/run}.
 * One thread at a time.
 */
public final class FlinkWindow {
  static final String READINGS = "readings";
  static final String TOTALS = "totals";
  private static final int PARTITIONS = 4;
  private static final int PER_SECOND = 4_000;
  private static final long READINGS_WRITTEN = 60_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Readings readings;
  private final Map<String, WindowTotal> expected;
  private final PrintStream out;

  private FlinkWindow(Readings readings, PrintStream out) {
    this.readings = readings;
    this.expected = readings.expected();
    this.out = out;
  }

  /** Runs it; exit code 0 if the result is exact, 1 otherwise. */
  public static void main(String[] args) throws Exception {
    Comparison result = run(READINGS_WRITTEN, System.out);
    System.exit(result.isExact() ? 0 : 1);
  }

  static Comparison run(long readings, PrintStream out) throws Exception {
    FlinkWindow example = new FlinkWindow(new Readings(readings), out);
    out.println("starting a broker");
    try (KafkaStore kafka = Stores.kafka().start()) {
      createTopics(kafka.bootstrapServers());
      out.println("starting Flink with " + LocalCluster.TASK_MANAGERS + " task managers");
      try (LocalCluster cluster = LocalCluster.start()) {
        return example.run(kafka.bootstrapServers(), cluster);
      }
    }
  }

  private static void createTopics(String bootstrapServers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(READINGS, Optional.of(PARTITIONS), Optional.empty()),
                  new NewTopic(TOTALS, Optional.of(PARTITIONS), Optional.empty())))
          .all()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private Comparison run(String bootstrapServers, LocalCluster cluster) throws Exception {
    StreamExecutionEnvironment environment = cluster.environment();
    WindowJob.build(environment, bootstrapServers);
    JobClient job = environment.executeAsync("flink-window");
    Thread generator =
        new Thread(new Generator(bootstrapServers, readings, PARTITIONS, PER_SECOND), "generator");
    generator.start();
    TotalsTopic totals = new TotalsTopic(bootstrapServers);
    for (int kill = 1; kill <= 2; kill++) {
      await(job, totals, expected.size() * kill / 3);
      cluster.killTaskManager();
      out.println("ended a task manager (" + kill + " of 2)");
    }
    await(job, totals, expected.size());
    generator.join();
    job.cancel().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return report(totals);
  }

  private void await(JobClient job, TotalsTopic totals, int windows) throws Exception {
    HostTime time = HostTime.system();
    long deadline = time.nanos() + PATIENCE.toNanos();
    int seen = totals.read("read_committed").size();
    while (seen < windows && time.nanos() < deadline) {
      requireAlive(job);
      time.pause(Duration.ofMillis(500));
      seen = totals.read("read_committed").size();
    }
    out.println(seen + " of " + expected.size() + " windows are visible");
  }

  /** A job that has used up its restarts writes nothing more: throws what ended it. */
  private static void requireAlive(JobClient job) throws Exception {
    if (job.getJobStatus().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isGloballyTerminalState()) {
      job.getJobExecutionResult().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      throw new IllegalStateException("The job ended before its results were there.");
    }
  }

  private Comparison report(TotalsTopic totals) {
    int written = totals.read("read_uncommitted").size();
    List<WindowTotal> committed = totals.read("read_committed");
    Comparison comparison = Comparison.of(expected, committed);
    out.println(comparison);
    out.println(
        "a reader without read_committed would have seen "
            + (written - committed.size())
            + " results more, of intervals that were aborted");
    return comparison;
  }
}
