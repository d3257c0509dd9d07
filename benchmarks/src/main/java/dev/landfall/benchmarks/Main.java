package dev.landfall.benchmarks;

import dev.landfall.benchmarks.jmh.Directories;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command behind {@code benchmarks/run}. One thread at a time. */
@Command(
    name = "benchmarks/run",
    mixinStandardHelpOptions = true,
    description = "Measures what a guarantee costs, and writes a table and JSON.")
public final class Main implements Callable<Integer> {
  private static final List<Scenario> SCENARIOS =
      List.of(
          new KafkaScenario(),
          new RedisScenario(),
          new RelationalScenario(RelationalServer.MYSQL, 60_000, 30_000),
          new RelationalScenario(RelationalServer.POSTGRES, 150_000, 40_000),
          new S3Scenario(),
          new FlinkKafkaScenario(),
          new FlinkJdbcScenario(),
          new RunnerScenario(),
          new LogScenario(),
          new JmhScenario());

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      description = "What to measure; a list without any.")
  private List<String> names = List.of();

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Measured rounds; ratios are medians over them (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "60",
      paramLabel = "SECONDS",
      description = "Thrown away before the first measured round (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--output",
      defaultValue = "docs/evidence",
      description = "Where the results go (default: ${DEFAULT-VALUE}).")
  private Path output = Path.of("docs/evidence");

  @Option(
      names = "--scratch",
      defaultValue = "benchmarks/target/scratch",
      description = "For logs and files, on a real disk; emptied (default: ${DEFAULT-VALUE}).")
  private Path scratch = Path.of("benchmarks/target/scratch");

  private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

  private Main() {}

  /** Exit code 0 if every goal was met, 1 if one was missed, 2 for wrong arguments. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    List<Scenario> chosen = SCENARIOS.stream().filter(one -> names.contains(one.name())).toList();
    if (chosen.isEmpty() || chosen.size() < Set.copyOf(names).size()) {
      SCENARIOS.forEach(one -> out.printf("%-10s %s%n", one.name(), one.summary()));
      return names.isEmpty() ? 0 : 2;
    }
    boolean met = true;
    for (Scenario scenario : chosen) {
      met &= run(scenario).isMet();
    }
    return met ? 0 : 1;
  }

  private Report run(Scenario scenario) throws Exception {
    HostTime time = HostTime.system();
    Machine machine = Machine.now(time);
    Path directory = emptied(scratch.resolve(scenario.name()));
    Terms terms =
        new Terms(
            rounds,
            Duration.ofSeconds(warmUpSeconds),
            directory.toAbsolutePath(),
            time,
            out::println);
    List<Group> groups = scenario.measure(terms);
    Report report =
        new Report(
            scenario.name(),
            scenario.summary(),
            "benchmarks/run " + scenario.name(),
            machine,
            groups);
    ReportFiles.write(report, output);
    out.println(MarkdownReport.of(report));
    emptied(directory);
    return report;
  }

  private static Path emptied(Path directory) throws IOException {
    Directories.delete(directory);
    return Files.createDirectories(directory);
  }
}
