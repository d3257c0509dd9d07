package dev.landfall.flink.conformance;

import dev.landfall.conformance.junit.Declarations;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RecordDifference;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSubject;
import dev.landfall.conformance.wire.WireSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The quick profile on one Flink sink and one store. Immutable, thread-safe.
 *
 * @param result what the suite has seen
 * @param left transactions that runs have left behind
 * @param restored how often an operator started from what a checkpoint held of it
 */
record HostedRun(RunResult result, List<String> left, long restored) {
  /** What the suite is asked to do. */
  @FunctionalInterface
  interface Order {
    RunResult run(WireSuite suite);
  }

  /** Runs the quick profile on a server of its own. */
  static HostedRun quick(
      String name, FlinkSink subject, String dialect, Map<String, Object> sink, Path folder)
      throws Exception {
    return of(
        name,
        subject,
        dialect,
        sink,
        folder,
        suite -> suite.run(WireProfile.QUICK, Clock.systemUTC().instant()));
  }

  static HostedRun of(
      String name,
      FlinkSink subject,
      String dialect,
      Map<String, Object> sink,
      Path folder,
      Order order)
      throws Exception {
    StoreDriver store = StoreDrivers.open(dialect, sink, Map.of());
    try (HostedDriver driver = new HostedDriver(store, subject);
        WireSuite suite =
            WireSuite.open(
                new WireSubject(
                    name,
                    sink,
                    driver,
                    command(subject),
                    folder,
                    Optional.empty(),
                    Declarations.NONE),
                "q",
                (point, done, points) -> {
                  driver.judged();
                  tell(point, done, points);
                })) {
      RunResult result = order.run(suite);
      return new HostedRun(result, driver.left(), restored(folder));
    }
  }

  /** What the processes of the run have told of their restarts. */
  private static long restored(Path folder) throws IOException {
    List<String> told = Files.readAllLines(folder.resolve("sink.log"));
    List<String> lost = told.stream().filter(line -> line.contains(Subtask.NOT_RESTORED)).toList();
    if (!lost.isEmpty()) {
      throw new AssertionError("the run says nothing about the sink: " + lost);
    }
    return told.stream().filter(line -> line.contains(Subtask.RESTORED)).count();
  }

  /** What somebody meets who knows nothing of the suite's rules, in words. */
  static Set<String> met(PointResult point) {
    Set<String> met = new LinkedHashSet<>();
    point.violations().stream()
        .map(Violation::outcome)
        .filter(outcome -> outcome != Outcome.BREACH)
        .forEach(outcome -> met.add(outcome.meaning()));
    for (RecordDifference difference : point.differences()) {
      met.add(difference.seen().equals("not there") ? "records missing" : "records repeated");
    }
    return met;
  }

  /** Flink's Kafka sink calls methods that only its own version of the client has. */
  private static List<String> command(FlinkSink subject) {
    String flinks = System.getProperty("landfall.kafka.clients.of.flink", "");
    return subject.isOfKafka()
        ? WireSubject.javaCommand().stream()
            .map(word -> word.replaceAll("[^:]*/kafka-clients-[^/:]*\\.jar", flinks))
            .toList()
        : WireSubject.javaCommand();
  }

  private static void tell(PointResult point, int done, int planned) {
    System.out.printf(
        "%d/%d %s %s %d ms %s%n",
        done, planned, point.verdict(), point.token(), point.durationMillis(), point.violations());
  }
}
