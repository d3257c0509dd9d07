package dev.landfall.cli;

import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.replay.Replay;
import dev.landfall.conformance.replay.ReplayReport;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.report.Report;
import dev.landfall.conformance.report.ReportFolder;
import dev.landfall.conformance.wire.RunFile;
import dev.landfall.sdk.HostTime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Repeats one run of the suite. One thread at a time. */
@Command(
    name = "replay",
    description = {
      "Repeat one run from its token, and print what happened as a lane diagram.",
      "Exit code 0: it passes. 1: it fails. 2: not known, or could not run or report."
    },
    mixinStandardHelpOptions = true)
final class ConformanceReplayCommand implements Callable<Integer> {
  @ParentCommand private ConformanceCommand conformance;

  @Parameters(
      paramLabel = "TOKEN",
      description = "As printed beside a failure: SINK;SCHEDULE;seed=N;FAULT@ADDRESS.")
  private String token;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Repeat it on the real store of this file; without it on the simulated one.")
  private @Nullable Path file;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write a report of this run, and of those around it, as pages.")
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
  ConformanceReplayCommand() {}

  @Override
  public Integer call() throws Exception {
    ConformanceCommand.silenceTheSinks();
    return file != null ? onTheWire(file) : simulated();
  }

  private int simulated() throws Exception {
    PrintWriter out = conformance.landfall().console().out();
    try {
      if (spoil != null) {
        throw new IllegalArgumentException(
            "Cannot spoil a sink of the simulated store, expected --file as well");
      }
      Replay replay = Replay.of(token);
      Optional<ReportTarget> target = ReportTarget.ready(Optional.ofNullable(report));
      out.print(replay.text());
      if (target.isPresent()) {
        Report pages = ReplayReport.of(token, HostTime.system());
        out.println("report: " + target.get().write(into -> ReportFolder.write(into, pages)));
      }
      return ConformanceRunCommand.code(replay.verdict());
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()), e);
    }
  }

  /** What is to be repeated, if it is a run of the sink in the file. */
  private Plan plan(Path path, RunFile of) throws CommandException {
    try {
      Token read = Token.parse(token);
      if (!read.sink().equals(of.name())) {
        throw new IllegalArgumentException(
            String.format(
                "Cannot repeat '%s' on %s: it is a run of the sink '%s', expected '%s'",
                token, path, read.sink(), of.name()));
      }
      return read.plan();
    } catch (IllegalArgumentException e) {
      throw new CommandException(Exit.CONFIGURATION, String.valueOf(e.getMessage()), e);
    }
  }

  /** A fault whose request was not met strikes the next one of its kind, and says so. */
  private static List<String> moved(Plan plan, History history) {
    List<String> moved = new ArrayList<>();
    Iterator<Injection> planned = plan.faults().iterator();
    for (Event event : history.events()) {
      if (event instanceof Event.Injected struck && planned.hasNext()) {
        Injection one = planned.next();
        if (!one.at().equals(struck.injection().at())) {
          moved.add("  " + one + " was not met: the fault struck at " + struck.injection().at());
        }
      }
    }
    return moved;
  }

  private int onTheWire(Path path) throws Exception {
    Console console = conformance.landfall().console();
    ProgressLine line = new ProgressLine(console.err(), HostTime.system());
    WirePrinter printer = new WirePrinter(console, line);
    List<History> histories = new ArrayList<>();
    WireRun run = WireRun.open(path, spoil);
    Plan plan = plan(path, run.file());
    Optional<ReportTarget> target = ReportTarget.ready(Optional.ofNullable(report));
    RunResult result =
        run.with(
            printer,
            suite -> {
              RunResult done = suite.replay(plan, HostTime.system().now());
              histories.addAll(suite.histories());
              return done;
            });
    for (PointResult point : result.points()) {
      point
          .lanes()
          .forEach(
              mark ->
                  console.out().printf("%-9s %d %s%n", mark.lane(), mark.process(), mark.text()));
      point
          .differences()
          .forEach(one -> console.out().println("expected " + one.expected() + ": " + one));
    }
    printer.summary(result, run.options());
    histories.forEach(history -> moved(plan, history).forEach(console.out()::println));
    if (target.isPresent()) {
      Report pages = new Report(result, histories, Optional.empty(), run.options());
      Path first = target.get().write(into -> ReportFolder.write(into, pages));
      console.out().println("report: " + first);
    }
    return ConformanceRunCommand.code(result.verdict());
  }
}
