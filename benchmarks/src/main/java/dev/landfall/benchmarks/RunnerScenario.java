package dev.landfall.benchmarks;

import dev.landfall.runner.source.FileSourceProvider;
import dev.landfall.runner.source.GeneratorSourceProvider;
import dev.landfall.sdk.record.Value;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The embedded runner into a sink that does nothing, against bare loops over the same input. */
final class RunnerScenario implements Scenario {
  private static final long GENERATED = 3_000_000;
  private static final int LINES = 1_000_000;
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** 500 checkpoints and some more, 50 ms apart, also where each takes twice as long. */
  private static final Map<String, Object> A_MINUTE =
      Map.of("type", "generator", "count", 6_000_000L, "rate", 100_000L);

  @Override
  public String name() {
    return "runner";
  }

  @Override
  public String summary() {
    return "the embedded runner into a sink that does nothing, against bare loops over the same"
        + " input";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    return List.of(generator(terms), file(terms), pauses(terms));
  }

  private static Group generator(Terms terms) throws Exception {
    Map<String, Object> keys = Map.of("count", GENERATED);
    try (Contender runner = runner(terms, "runner", typed("generator", keys), INTERVAL);
        Contender loop =
            new ReaderLoop<>("bare loop", new GeneratorSourceProvider(), keys, terms.time())) {
      List<Series> series = terms.pairedRounds(WARM_UP).measure(List.of(runner, loop));
      return new Group(
          "Generator",
          "3,000,000 records of four fields; a checkpoint each second, start and end included; the"
              + " loop runs the generator on one thread",
          series,
          List.of(Goal.throughput(series.get(0), series.get(1), 0.8)));
    }
  }

  private static Group file(Terms terms) throws Exception {
    Path file = terms.scratch().resolve("events.jsonl");
    writeEvents(file);
    Map<String, Object> keys = Map.of("path", file.toString());
    try (Contender runner = runner(terms, "runner", typed("file", keys), INTERVAL);
        Contender loop =
            new ReaderLoop<>("bare loop", new FileSourceProvider(), keys, terms.time());
        Contender jackson = new JacksonLoop(file, terms.time())) {
      List<Series> series = terms.pairedRounds(WARM_UP).measure(List.of(runner, loop, jackson));
      return new Group(
          "File of JSON lines",
          "1,000,000 events of about 220 bytes; a checkpoint each second, start and end included;"
              + " one loop runs the same source on one thread, the other a reader of lines and an"
              + " object mapper",
          series,
          List.of(
              Goal.throughput(series.get(0), series.get(1), 0.8),
              Goal.throughput(series.get(0), series.get(2), 0.8)));
    }
  }

  private static Group pauses(Terms terms) throws Exception {
    try (Contender runner = runner(terms, "runner", A_MINUTE, Duration.ofMillis(50))) {
      PairedRounds once = new PairedRounds(1, Duration.ZERO, terms.time(), terms.progress());
      List<Series> series = once.measure(List.of(runner));
      return new Group(
          "Pauses",
          "100,000 records a second, a checkpoint every 50 ms; the pause is from the call of the"
              + " sink's flush, which does nothing, to the next write",
          series,
          List.of(
              Goal.p99(series.get(0), Timing.PAUSE, 20),
              Goal.atLeast("checkpoints", series.get(0).timings(Timing.PAUSE).size(), 500, "")));
    }
  }

  private static Map<String, Object> typed(String type, Map<String, Object> keys) {
    Map<String, Object> all = new HashMap<>(keys);
    all.put("type", type);
    return Map.copyOf(all);
  }

  private static Contender runner(
      Terms terms, String name, Map<String, Object> source, Duration interval) {
    Path directory = terms.scratch().resolve(source.get("type") + "-" + interval.toMillis());
    return new RunnerContender(
        new RunnerContender.Setting(name, source, interval, directory, terms.time()));
  }

  private static void writeEvents(Path file) throws IOException {
    Feed feed = new Events().feed();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      JsonLine line = new JsonLine(out);
      for (int i = 0; i < LINES; i++) {
        line.write((Value.OfMap) feed.next().value());
      }
    }
  }
}
