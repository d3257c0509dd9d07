package dev.landfall.conformance.report;

import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.RunResult.Waived;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the runs as a JUnit report, so that a build server shows them beside its own tests: a
 * broken promise is a failure, a run that says nothing is an error, a rule that is broken and
 * waived is a test that was skipped. Stateless, thread-safe.
 */
final class JUnitXml {
  private JUnitXml() {}

  static String of(Report report) {
    RunResult result = report.result();
    Markup xml = new Markup().raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    String skipped = "" + result.waived().size();
    String tests = "" + (result.points().size() + result.waived().size());
    String failures = count(result, Verdict.FAIL);
    String errors = count(result, Verdict.UNKNOWN);
    String time = seconds(result.durationMillis());
    xml.open("testsuites", "tests", tests, "failures", failures, "errors", errors, "time", time);
    xml.line();
    xml.open(
        "testsuite",
        "name",
        IndexPage.name(result),
        "tests",
        tests,
        "failures",
        failures,
        "errors",
        errors,
        "skipped",
        skipped,
        "time",
        time,
        "timestamp",
        result.startedAt());
    xml.line();
    result.points().forEach(point -> test(xml, report, point));
    result.waived().forEach(one -> waived(xml, one));
    return xml.close().close().line().toString();
  }

  private static String count(RunResult result, Verdict verdict) {
    return "" + result.points().stream().filter(point -> point.verdict() == verdict).count();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }

  private static void test(Markup xml, Report report, PointResult point) {
    xml.open(
        "testcase",
        "classname",
        "conformance." + point.schedule(),
        "name",
        point.token(),
        "time",
        seconds(point.durationMillis()));
    switch (point.verdict()) {
      case PASS -> {
        // An empty test case is one that passed.
      }
      case UNKNOWN -> xml.empty("error", "message", point.why(), "type", "UNKNOWN");
      case FAIL -> failure(xml, report, point);
    }
    xml.close().line();
  }

  private static void waived(Markup xml, Waived waived) {
    xml.open("testcase", "classname", "conformance.waived", "name", waived.rule().id());
    xml.empty("skipped", "message", waived.toString()).close().line();
  }

  private static void failure(Markup xml, Report report, PointResult point) {
    Violation first = point.violations().get(0);
    xml.leaf(
        "failure",
        point.violations().stream().map(Violation::toString).collect(Collectors.joining("\n"))
            + "\n"
            + report.replay(point.token()),
        "message",
        first.toString(),
        "type",
        first.rule().id());
  }
}
