package dev.landfall.cli;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.report.Report;
import dev.landfall.conformance.wire.WireSuite;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Says how far a run of the suite is, and what came out. One thread at a time. */
final class WirePrinter implements WireSuite.Listener {
  private final Console console;
  private final ProgressLine line;
  private final long start = System.nanoTime();
  private int failed;

  WirePrinter(Console console, ProgressLine line) {
    this.console = console;
    this.line = line;
  }

  Console console() {
    return console;
  }

  /** Takes away the line that says how far the run is. */
  void clear() {
    line.clear();
  }

  @Override
  public void ran(PointResult point, int done, int planned) {
    if (point.verdict() != Verdict.PASS) {
      failed++;
      line.clear();
      print(point);
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000L;
    long left = done == 0 ? 0 : seconds * Math.max(0, planned - done) / done;
    line.show(
        String.format("%d of %d points, %d found, about %d s left", done, planned, failed, left));
  }

  private void print(PointResult point) {
    PrintWriter out = console.out();
    out.println(point.verdict() + " " + point.token());
    if (!point.why().isEmpty()) {
      out.println("  " + point.why());
    }
    point.violations().forEach(violation -> out.println("  " + violation));
    out.flush();
  }

  /** {@code options} stand behind a token in the command that repeats its run. */
  void summary(RunResult result, String options) {
    PrintWriter out = console.out();
    long passed = result.points().stream().filter(one -> one.verdict() == Verdict.PASS).count();
    out.printf(
        "%s: %s %s on %s %s, %d of %d points passed, %d of %d cells of the fault matrix, %d s%n",
        result.verdict(),
        result.sink(),
        result.mode(),
        result.store().name(),
        result.store().version(),
        passed,
        result.points().size(),
        result.coverage().run().size(),
        result.coverage().defined().size(),
        Duration.ofMillis(result.durationMillis()).toSeconds());
    coverage(result);
    result
        .declared()
        .forEach((weakness, why) -> out.println("  declared " + weakness + ": " + why));
    result.waived().forEach(one -> out.println("  " + one.rule() + " " + one));
    if (!result.unjudged().isEmpty()) {
      out.println("  no occasion to judge: " + rules(result.unjudged().keySet()));
    }
    result
        .spoil()
        .ifPresent(fault -> out.println("  spoiled by " + fault + ": nothing is said of the sink"));
    result.points().stream()
        .filter(point -> point.verdict() != Verdict.PASS)
        .findFirst()
        .ifPresent(point -> out.println("  repeat it: " + Report.replay(point.token(), options)));
    out.flush();
  }

  /** Of the full profile: the quick one does not aim at every cell. */
  private void coverage(RunResult result) {
    PrintWriter out = console.out();
    result
        .coverage()
        .absentByReason()
        .forEach((why, cells) -> out.println("  not there, " + why + ": " + list(cells)));
    if (result.profile().equals("full") && !result.coverage().missing().isEmpty()) {
      out.println("  not reached: " + list(result.coverage().missing()));
    }
  }

  private static String rules(Set<Rule> rules) {
    return rules.stream().map(Rule::id).collect(Collectors.joining(", "));
  }

  private static String list(Set<String> cells) {
    return String.join(", ", cells);
  }
}
