package dev.landfall.cli;

import dev.landfall.conformance.grade.Grade;
import dev.landfall.conformance.grade.GradeProgress;
import dev.landfall.conformance.grade.GradeReport;
import dev.landfall.sdk.HostTime;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Grades the suite. One thread at a time. */
@Command(
    name = "grade",
    description =
        "Run the suite against broken, lying and odd but legal sinks, and write grade.md.",
    mixinStandardHelpOptions = true)
final class ConformanceGradeCommand implements Callable<Integer> {
  @ParentCommand private ConformanceCommand conformance;

  @Option(
      names = "--quick",
      description = "Leave out the second kill, and all but the first operation of each kind.")
  private boolean quick;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where grade.md goes (default: here).")
  private Path report;

  /** Picocli sets parent and options. */
  @SuppressWarnings("NullAway.Init")
  ConformanceGradeCommand() {}

  @Override
  public Integer call() throws InterruptedException, CommandException {
    ConformanceCommand.silenceTheSinks();
    ReportTarget target = ReportTarget.ready(report);
    GradeReport grade = grade();
    PrintWriter out = conformance.landfall().console().out();
    out.print(grade.summary());
    grade.problems().forEach(out::println);
    String text = grade.markdown();
    Path written = target.write(into -> Files.writeString(into.resolve("grade.md"), text));
    out.println("details in " + written);
    return (grade.isPassed() ? Exit.DONE : Exit.FAILED).code();
  }

  private GradeReport grade() throws InterruptedException {
    ProgressLine line = new ProgressLine(conformance.landfall().console().err(), HostTime.system());
    try {
      return quick
          ? Grade.quick(now -> line.show(text(now)))
          : Grade.full(now -> line.show(text(now)));
    } finally {
      line.clear();
    }
  }

  private static String text(GradeProgress now) {
    return String.format(
        "%d %%, %d of %d parts graded, %s runs judged",
        100 * now.done() / now.parts(), now.done(), now.parts(), RunPrinter.count(now.runs()));
  }
}
