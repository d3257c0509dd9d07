package dev.landfall.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A report as people read it. One thread at a time. */
final class MarkdownReport {
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport() {}

  static String of(Report report) {
    MarkdownReport text = new MarkdownReport();
    text.line("# Benchmark `%s`", report.scenario());
    text.line("");
    text.line("%s.", report.summary());
    text.line("");
    text.line("Written by `%s`; not to be edited.", report.command());
    text.line("Measured %s.", report.machine().sentence());
    report.groups().forEach(text::group);
    return text.out.toString();
  }

  private void group(Group group) {
    line("");
    line("## %s", group.title());
    line("");
    line("%s.", group.terms());
    line("");
    goals(group.goals());
    if (!group.series().isEmpty()) {
      line("");
      line(
          "| contender | records/s, median (least–most) | µs CPU a record | MB of heap after the"
              + " first and the last round | rounds |");
      line("| --- | --- | --- | --- | --- |");
      group.series().forEach(this::contender);
    }
    timings(group.series());
  }

  private void goals(List<Goal> goals) {
    line("| goal | expected | measured | |");
    line("| --- | --- | --- | --- |");
    for (Goal goal : goals) {
      line(
          "| %s | %s | %s | %s |",
          goal.what(), goal.expected(), goal.actual(), goal.isMet() ? "met" : "**missed**");
    }
  }

  private void contender(Series series) {
    line(
        "| %s | %,.0f (%,.0f–%,.0f) | %.2f | %.0f, %.0f | %d |",
        series.name(),
        series.median(Measured::recordsPerSecond),
        least(series, Measured::recordsPerSecond),
        most(series, Measured::recordsPerSecond),
        series.median(Measured::cpuMicrosPerRecord),
        series.rounds().get(0).heapMegabytes(),
        series.rounds().get(series.rounds().size() - 1).heapMegabytes(),
        series.rounds().size());
  }

  private static double least(Series series, ToDoubleFunction<Measured> figure) {
    return series.rounds().stream().mapToDouble(figure).min().orElseThrow();
  }

  private static double most(Series series, ToDoubleFunction<Measured> figure) {
    return series.rounds().stream().mapToDouble(figure).max().orElseThrow();
  }

  private void timings(List<Series> all) {
    if (all.stream().allMatch(series -> series.rounds().get(0).timings().isEmpty())) {
      return;
    }
    line("");
    line("| milliseconds | p50 | p99 | longest | of |");
    line("| --- | --- | --- | --- | --- |");
    for (Timing timing : Timing.values()) {
      for (Series series : all) {
        List<Long> nanos = series.timings(timing);
        if (!nanos.isEmpty()) {
          line(
              "| %s, %s | %.2f | %.2f | %.2f | %d |",
              timing.label(),
              series.name(),
              Statistics.percentile(nanos, 50) / 1e6,
              Statistics.percentile(nanos, 99) / 1e6,
              Statistics.percentile(nanos, 100) / 1e6,
              nanos.size());
        }
      }
    }
  }

  private void line(String format, Object... arguments) {
    out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
