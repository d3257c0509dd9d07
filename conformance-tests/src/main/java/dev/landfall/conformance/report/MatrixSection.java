package dev.landfall.conformance.report;

import dev.landfall.conformance.check.OutcomeTable;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The two matrices of a report: phase by fault, and crash point by outcome. One thread at a time.
 */
final class MatrixSection {
  /** A page with more rows than this is of no use on a phone; the green ones go first. */
  private static final int MOST_ROWS = 3000;

  private final RunResult result;
  private final IdentityHashMap<PointResult, Failure> failures = new IdentityHashMap<>();
  private final List<Outcome> outcomes;

  MatrixSection(RunResult result, List<Failure> failures) {
    this.result = result;
    failures.forEach(failure -> this.failures.put(failure.point(), failure));
    this.outcomes =
        Arrays.stream(Outcome.values())
            .filter(
                outcome -> OutcomeTable.cell(outcome, result.contract()) != OutcomeTable.Cell.YES)
            .toList();
  }

  void write(Markup page) {
    page.leaf("h2", "Where it was crashed", "id", "matrix");
    legend(page);
    overview(page);
    page.leaf("h2", "Crash points and what a reader met", "id", "points");
    page.leaf(
        "p",
        "One line a run. A cell is about one outcome: "
            + "kept means that it was not seen, broken that it was seen and nobody declared or"
            + " waived it.");
    bySchedule().forEach((schedule, points) -> schedule(page, schedule, points));
  }

  private static void legend(Markup page) {
    page.open("p", "class", "legend");
    for (Mark mark : Mark.values()) {
      page.leaf("span", mark.sign(), "class", "cell " + mark.style());
      page.text(" " + mark.meaning() + "  ");
    }
    page.close().line();
  }

  private void overview(Markup page) {
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region");
    page.open("table", "class", "matrix");
    page.leaf("caption", "Phase by fault; the number is how many runs had that fault there");
    page.open("thead").open("tr").leaf("th", "phase", "scope", "col");
    for (Fault fault : Fault.values()) {
      page.leaf("th", fault.name(), "scope", "col", "title", fault.meaning());
    }
    page.close().close().open("tbody");
    for (Phase phase : Phase.values()) {
      page.open("tr").leaf("th", phase.word(), "scope", "row");
      for (Fault fault : Fault.values()) {
        overviewCell(page, phase, fault);
      }
      page.close().line();
    }
    page.close().close().close();
    page.open("details").leaf("summary", "What the faults are").open("dl");
    for (Fault fault : Fault.values()) {
      page.leaf("dt", fault.name()).leaf("dd", fault.meaning());
    }
    page.close().close().line();
  }

  private void overviewCell(Markup page, Phase phase, Fault fault) {
    String cell = phase.name() + "/" + fault.name();
    List<PointResult> here =
        result.points().stream().filter(point -> point.cells().contains(cell)).toList();
    String absent = result.coverage().absent().get(cell);
    if (absent != null) {
      page.leaf("td", "", "class", "off", "title", cell + ": not there, " + absent);
      return;
    }
    boolean isRun = result.coverage().run().contains(cell);
    if (here.isEmpty() && !isRun && !result.coverage().defined().contains(cell)) {
      page.leaf("td", "", "class", "off", "title", "not asked of this contract");
      return;
    }
    Mark mark = here.isEmpty() ? withoutResult(isRun) : worst(here);
    String count = here.isEmpty() ? "" : " " + here.size();
    page.leaf(
        "td", mark.sign() + count, "class", mark.style(), "title", cell + ": " + mark.meaning());
  }

  /** Where the coverage knows of a run that went on as another one did, and has no result. */
  private Mark withoutResult(boolean isRun) {
    if (!isRun) {
      return Mark.GREY;
    }
    return result.verdict() == Verdict.PASS ? Mark.GREEN : Mark.UNKNOWN;
  }

  private static Mark worst(List<PointResult> points) {
    List<Mark> marks = points.stream().map(MatrixSection::mark).toList();
    for (Mark mark : List.of(Mark.RED, Mark.UNKNOWN, Mark.AMBER)) {
      if (marks.contains(mark)) {
        return mark;
      }
    }
    return Mark.GREEN;
  }

  private static Mark mark(PointResult point) {
    return switch (point.verdict()) {
      case FAIL -> Mark.RED;
      case UNKNOWN -> Mark.UNKNOWN;
      case PASS -> point.outcomes().isEmpty() && point.waived().isEmpty() ? Mark.GREEN : Mark.AMBER;
    };
  }

  private Map<String, List<PointResult>> bySchedule() {
    return result.points().stream()
        .collect(
            Collectors.groupingBy(
                point -> point.schedule() + ": " + point.title(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private void schedule(Markup page, String schedule, List<PointResult> points) {
    long failed = points.stream().filter(point -> point.verdict() == Verdict.FAIL).count();
    String[] state = failed > 0 ? new String[] {"open", "open"} : new String[0];
    page.open("details", state);
    Mark mark = worst(points);
    page.open("summary").leaf("span", mark.sign(), "class", "cell " + mark.style());
    page.text(" " + schedule + " – " + count(points.size(), "run"));
    page.text(failed > 0 ? ", " + failed + " failed" : "").close();
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region");
    page.open("table", "class", "matrix points").open("thead").open("tr");
    page.leaf("th", "crash point", "scope", "col");
    for (Outcome outcome : outcomes) {
      page.open("th", "scope", "col", "class", "tall", "title", outcome.meaning());
      page.leaf("span", shortly(outcome)).close();
    }
    page.close().close().open("tbody").line();
    rows(points).forEach(point -> row(page, point));
    page.close().close().close();
    if (rows(points).size() < points.size()) {
      page.leaf("p", "Only runs that are not green are shown: there are too many for one page.");
    }
    page.close().line();
  }

  /** What is wrong first; else in the order of the run. */
  private List<PointResult> rows(List<PointResult> points) {
    List<PointResult> shown = new ArrayList<>(points);
    shown.sort(Comparator.comparing(point -> point.verdict() == Verdict.PASS));
    if (result.points().size() > MOST_ROWS) {
      shown.removeIf(point -> mark(point) == Mark.GREEN);
    }
    return shown;
  }

  private void row(Markup page, PointResult point) {
    page.open("tr").open("th", "scope", "row");
    Mark mark = mark(point);
    page.leaf("span", mark.sign(), "class", "cell " + mark.style(), "title", mark.meaning());
    page.text(" ");
    Failure failure = failures.get(point);
    if (failure == null) {
      page.text(name(point));
    } else {
      page.leaf("a", name(point), "href", failure.file());
    }
    page.close();
    for (Outcome outcome : outcomes) {
      Mark cell = mark(point, outcome);
      page.leaf(
          "td",
          cell.sign(),
          "class",
          cell.style(),
          "title",
          shortly(outcome) + ": " + cell.meaning());
    }
    page.close().line();
  }

  /** {@code K1 at C1.commit/Commit#1}. */
  static String name(PointResult point) {
    if (Failure.isPlanned(point)) {
      return "the planned kill of " + point.schedule();
    }
    return point.faults().isEmpty()
        ? "no fault"
        : point.faults().stream()
            .map(fault -> fault.fault() + " at " + fault.at())
            .collect(Collectors.joining(", then "));
  }

  private static Mark mark(PointResult point, Outcome outcome) {
    if (point.violations().stream().anyMatch(violation -> violation.outcome() == outcome)) {
      return Mark.RED;
    }
    if (point.outcomes().contains(outcome)
        || point.waived().stream().anyMatch(violation -> violation.outcome() == outcome)) {
      return Mark.AMBER;
    }
    return point.verdict() == Verdict.UNKNOWN ? Mark.UNKNOWN : Mark.GREEN;
  }

  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** For the head of a narrow column; the whole meaning is its title. */
  static String shortly(Outcome outcome) {
    return switch (outcome) {
      case LOSS -> "loss";
      case DUPLICATE -> "duplicate";
      case OLDER_VALUE_STAYS -> "older value stays";
      case REPEATED_AFTER_OLDER_RESTORE -> "repeated on restore";
      case VISIBLE_BEFORE_DURABLE -> "visible too early";
      case PARTLY_VISIBLE_WITHIN_WRITER -> "half, one writer";
      case PARTLY_VISIBLE_ACROSS_WRITERS -> "half, across writers";
      case PARTLY_VISIBLE_ACROSS_PARTITIONS -> "half, across partitions";
      case OLDER_VALUE_SEEN -> "older value seen";
      case ORDER_CHANGED -> "order changed";
      case CAME_BACK -> "came back";
      case EFFECT_OF_OLD_INSTANCE -> "old instance acts";
      case BLOCKED_UNTIL_RECOVERED -> "blocked, recovering";
      case BLOCKED_AFTER_RECOVERY -> "blocked, after";
      case LEFTOVER -> "leftover";
      case NEVER_RECOVERS -> "never recovers";
      case UNTRUE_SUCCESS -> "untrue success";
      case LOUD_EXPIRY -> "loud expiry";
      case BREACH -> "protocol broken";
    };
  }
}
