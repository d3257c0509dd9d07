package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * The program that comes with Redis, in C. Its CPU is not that of this process. One thread at a
 * time.
 */
final class RedisBenchmarkProgram implements Contender {
  private final URI server;
  private final int depth;
  private final long records;
  private final HostTime time;

  RedisBenchmarkProgram(String url, int depth, long records, HostTime time) {
    this.server = URI.create(url);
    this.depth = depth;
    this.records = records;
    this.time = time;
  }

  @Override
  public String name() {
    return "redis-benchmark";
  }

  @Override
  public Measured round() throws Exception {
    List<String> command =
        List.of(
            "redis-benchmark",
            "-h",
            server.getHost(),
            "-p",
            Integer.toString(server.getPort()),
            "-t",
            "set",
            "-q",
            "-c",
            "1",
            "-P",
            Integer.toString(depth),
            "-d",
            Integer.toString(Payloads.VALUE_BYTES),
            "-r",
            Integer.toString(NumberedRecords.KEYS),
            "-n",
            Long.toString(records));
    Meter meter = new Meter(time);
    int code = started(command).waitFor();
    if (code != 0) {
      throw new IOException("Cannot use redis-benchmark: it ended with " + code);
    }
    return meter.stop(records);
  }

  private static Process started(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new IOException(
          "Cannot start redis-benchmark, to which sink-redis is compared: "
              + e.getMessage()
              + " (install Redis, or its tools)",
          e);
    }
  }
}
