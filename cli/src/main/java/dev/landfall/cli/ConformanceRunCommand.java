package dev.landfall.cli;

import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.report.Report;
import dev.landfall.conformance.report.ReportFolder;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.conformance.wire.WireProfile;
import dev.landfall.conformance.wire.WireSuite;
import dev.landfall.sdk.HostTime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Crashes a sink in front of a real store. One thread at a time. */
@Command(
    name = "run",
    description = {
      "Crash a sink at every step in front of its real store, and tell which promises hold.",
      "Exit code 0: all hold. 1: one does not. 2: not known, or could not run or report."
    },
    mixinStandardHelpOptions = true)
final class ConformanceRunCommand implements Callable<Integer> {
  @ParentCommand private ConformanceCommand conformance;

  @Parameters(paramLabel = "FILE", description = "Sections suite, sink, store, declares, waivers.")
  private Path file;

  @Option(names = "--profile", description = "quick or full (default: as the file says).")
  private @Nullable WireProfile profile;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = {
        "Also write a report as pages, JSON and JUnit XML",
        "(default: 'report' in the section suite)."
      })
  private @Nullable Path report;

  @Option(
      names = "--spoil",
      paramLabel = "FAULT",
      description = {
        "Put this fault on top of the sink, to see it caught: commits-at-prepare (2pc),",
        "flushes-nothing (idempotent), confirms-without-data (wal); see docs/conformance.md."
      })
  private @Nullable String spoil;

  /** Picocli sets parent, options and parameters. */
  @SuppressWarnings("NullAway.Init")
  ConformanceRunCommand() {}

  @Override
  public Integer call() throws Exception {
    WireRun run = WireRun.open(file, spoil);
    ProgressLine line = new ProgressLine(conformance.landfall().console().err(), HostTime.system());
    WirePrinter printer = new WirePrinter(conformance.landfall().console(), line);
    RunFile read = run.file();
    Optional<ReportTarget> target =
        ReportTarget.ready(Optional.ofNullable(report).or(read::report));
    List<String> needless = new ArrayList<>();
    List<History> histories = new ArrayList<>();
    RunResult result =
        run.with(
            printer,
            suite -> {
              WireProfile wanted = profile == null ? read.profile() : profile;
              RunResult done =
                  run.isSpoiled()
                      ? suite.untilCaught(wanted, HostTime.system().now())
                      : suite.run(wanted, HostTime.system().now());
              needless.addAll(suite.waiverProblems(WireRun.today()));
              histories.addAll(suite.histories());
              return done;
            });
    printer.summary(result, run.options());
    if (run.isSpoiled()) {
      boolean isCaught = result.verdict() == Verdict.FAIL;
      conformance
          .landfall()
          .console()
          .out()
          .println(isCaught ? "  stopped at the first catch" : "  no run has caught the fault");
    }
    needless.forEach(conformance.landfall().console().out()::println);
    if (target.isPresent()) {
      Report pages = new Report(result, histories, Optional.empty(), run.options());
      PrintWriter out = conformance.landfall().console().out();
      out.println("report: " + target.get().write(folder -> ReportFolder.write(folder, pages)));
    }
    return needless.isEmpty() ? code(result.verdict()) : code(Verdict.FAIL);
  }

  static int code(Verdict verdict) {
    return switch (verdict) {
      case PASS -> 0;
      case FAIL -> 1;
      case UNKNOWN -> 2;
    };
  }

  /** What is done with the suite once it stands. */
  @FunctionalInterface
  interface Work {
    RunResult run(WireSuite suite) throws Exception;
  }
}
