package dev.landfall.benchmarks.flink;

import dev.landfall.sdk.HostTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.client.program.ProgramInvocationException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Reads {@code FROM TO} a line, writes the numbers of that range through the sink that its
 * arguments name, and answers {@code RESULT RECORDS NANOS CPU_NANOS HEAP_BYTES}, or {@code FAILED
 * REASON} if Flink failed the job. One thread at a time.
 *
 * <p>Arguments: the sink's name, the parallelism, and {@code key=value} for the sink.
 */
public final class JobProgram {
  private static final int NAMED = 2;

  private final Sink<Long> sink;
  private final int parallelism;
  private final Cluster cluster;

  private JobProgram(Sink<Long> sink, int parallelism, Cluster cluster) {
    this.sink = sink;
    this.parallelism = parallelism;
    this.cluster = cluster;
  }

  /** Ends when its standard input does. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Map<String, String> settings = new LinkedHashMap<>();
    for (String one : List.of(arguments).subList(NAMED, arguments.length)) {
      int at = one.indexOf('=');
      settings.put(one.substring(0, at), one.substring(at + 1));
    }
    int parallelism = Integer.parseInt(arguments[1]);
    try (Cluster cluster = Cluster.start(parallelism)) {
      Sink<Long> sink = Candidate.valueOf(arguments[0]).sink(settings);
      new JobProgram(sink, parallelism, cluster).serve(out);
    }
  }

  private void serve(PrintStream out) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    out.println("READY");
    String line;
    while ((line = in.readLine()) != null) {
      String[] range = line.split(" ", -1);
      out.println(answer(Long.parseLong(range[0]), Long.parseLong(range[1])));
    }
  }

  private String answer(long from, long to) throws Exception {
    try {
      return "RESULT " + run(from, to);
    } catch (ProgramInvocationException e) {
      e.printStackTrace();
      return "FAILED " + reason(e).lines().findFirst().orElse("");
    }
  }

  private static String reason(Throwable failure) {
    return failure.getCause() == null ? failure.toString() : reason(failure.getCause());
  }

  /** From the submission to the end of the job: its last interval is committed by then. */
  private String run(long from, long to) throws Exception {
    StreamExecutionEnvironment environment = cluster.environment(parallelism);
    environment.fromSequence(from, to - 1).sinkTo(sink);
    HostTime time = HostTime.system();
    long cpu = cpu();
    long start = time.nanos();
    environment.execute("benchmark");
    return (to - from) + " " + (time.nanos() - start) + " " + (cpu() - cpu) + " " + heapBytes();
  }

  /** After the clocks were read: a collection belongs to no round. */
  private static long heapBytes() {
    ManagementFactory.getMemoryMXBean().gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long cpu() throws IOException {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }
}
