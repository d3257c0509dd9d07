package dev.landfall.benchmarks;

import java.time.Duration;
import java.util.List;

/** The local log against plain sequential writing. */
final class LogScenario implements Scenario {
  private static final int INTERVALS = 3;
  private static final long RECORDS = 1_000_000;

  @Override
  public String name() {
    return "log";
  }

  @Override
  public String summary() {
    return "the local write-ahead log against plain sequential writing with CRC and the same"
        + " fsyncs";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    LogContenders.Setting setting =
        new LogContenders.Setting(
            terms.scratch(), new Payloads(1), Schedule.counted(INTERVALS, RECORDS), terms.time());
    try (Contender ours = new LogContenders.Ours(setting);
        Contender plain = new LogContenders.Plain(setting)) {
      List<Series> series =
          terms.pairedRounds(Duration.ofSeconds(20)).measure(List.of(ours, plain));
      return List.of(
          new Group(
              "A local disk, one thread",
              "Key of 16 and value of 200 bytes; segments of 1,000,000 records, sealed on the same"
                  + " thread, "
                  + INTERVALS
                  + " a round; \"commit\" is the sealing: fsync, rename, fsync of the directory",
              series,
              List.of(
                  Goal.throughput(series.get(0), series.get(1), 0.7),
                  Goal.atLeast(
                      "throughput of the local log",
                      series.get(0).median(Measured::recordsPerSecond),
                      1_000_000,
                      "records/s"))));
    }
  }
}
