package dev.landfall.conformance.report;

import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RecordDifference;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.model.WireLine;
import java.util.List;
import java.util.Locale;

/** The page of one failure: the cause first, then how to see it again, then the evidence. */
final class FailurePage {
  /** A transcript is shown this far before and behind the place where the fault fired. */
  private static final int AROUND = 14;

  private static final int MOST_DIFFERENCES = 100;

  private final Report report;
  private final RunResult result;
  private final Failure failure;
  private final Failure smallest;
  private final PointResult point;

  FailurePage(Report report, Failure failure, Failure smallest) {
    this.report = report;
    this.result = report.result();
    this.failure = failure;
    this.smallest = smallest;
    this.point = failure.point();
  }

  String html() {
    Violation first = failure.first();
    Markup page = Page.open(first.rule() + " " + first.outcome().meaning());
    page.open("p").leaf("a", "← " + IndexPage.name(result), "href", "index.html").close();
    page.leaf("h1", first.rule() + " broken: " + first.outcome().meaning());
    page.leaf("p", failure.cause(), "class", "verdict r");
    boolean needless = smallest.point().faults().isEmpty() && !Failure.isPlanned(smallest.point());
    if (!point.faults().isEmpty() && needless) {
      page.open("p").text("The fault is not the cause: ");
      page.leaf("a", "without any fault", "href", smallest.file());
      page.text(" the same rule breaks as well.").close().line();
    }
    facts(page, first);
    others(page);
    replay(page);
    lanes(page, first);
    differences(page);
    transcript(page);
    return Page.close(page);
  }

  private void facts(Markup page, Violation first) {
    page.open("dl", "class", "facts").line();
    fact(page, "crash point", MatrixSection.name(point));
    fact(page, "schedule", point.schedule() + ": " + point.title());
    fact(page, "checkpoint", first.checkpoint() > 0 ? "" + first.checkpoint() : "");
    fact(page, "writer", first.writer());
    fact(page, "first wrong record", first.record());
    RuleTexts.RuleText rule = RuleTexts.of(first.rule());
    fact(page, "rule " + first.rule(), rule.title() + ". " + rule.sentence().replace("`", ""));
    page.close().line();
  }

  private static void fact(Markup page, String name, String value) {
    if (!value.isEmpty()) {
      page.leaf("dt", name).leaf("dd", value).line();
    }
  }

  private void others(Markup page) {
    List<Violation> more = point.violations().subList(1, point.violations().size());
    if (!more.isEmpty()) {
      page.leaf("p", "The same run broke more:").open("ul");
      more.forEach(one -> page.leaf("li", one.toString()));
      page.close().line();
    }
  }

  private void replay(Markup page) {
    page.leaf("h2", "See it again");
    page.open("pre").leaf("code", report.replay(point.token())).close();
    if (smallest.number() != failure.number()) {
      page.open("p").text("The smallest run here that breaks the same rule: ");
      page.leaf("a", MatrixSection.name(smallest.point()), "href", smallest.file());
      page.text(" in schedule " + smallest.point().schedule() + ", ");
      page.leaf("code", smallest.point().token()).text(".").close();
    } else {
      page.leaf("p", "No run of this report breaks the same rule with less.");
    }
    page.line();
  }

  private void lanes(Markup page, Violation first) {
    page.leaf("h2", "What happened");
    if (point.lanes().isEmpty()) {
      page.leaf("p", "No lanes were kept of this run.");
      return;
    }
    long kills = point.lanes().stream().filter(LaneEvent::kill).count();
    page.leaf(
        "p",
        "From top to bottom. "
            + (kills == 0 ? "No fault fired. " : "✗ marks the crash point. ")
            + (first.record().isEmpty() ? "" : "Lines about " + first.record() + " are bold."));
    new LaneDrawing(LaneWindow.of(point.lanes(), first), first.record()).write(page);
  }

  private void differences(Markup page) {
    if (point.differences().isEmpty()) {
      return;
    }
    page.leaf("h2", "What a reader saw in the end").open("table").open("thead").open("tr");
    for (String head : List.of("record", "expected", "seen")) {
      page.leaf("th", head, "scope", "col");
    }
    page.close().close().open("tbody").line();
    point.differences().stream().limit(MOST_DIFFERENCES).forEach(one -> difference(page, one));
    page.close().close();
    int left = point.differences().size() - MOST_DIFFERENCES;
    if (left > 0) {
      page.leaf("p", "and " + left + " more, in results.json");
    }
  }

  private static void difference(Markup page, RecordDifference one) {
    page.open("tr").leaf("th", one.record(), "scope", "row");
    page.leaf("td", one.expected()).leaf("td", one.seen(), "class", "r").close().line();
  }

  private void transcript(Markup page) {
    List<WireLine> lines = point.transcript();
    if (lines.isEmpty()) {
      return;
    }
    page.leaf("h2", "What went over the wire")
        .open("div", "class", "scroll", "tabindex", "0", "role", "region");
    page.open("table", "class", "wire").open("thead").open("tr");
    for (String head : List.of("at", "process", "", "address", "what", "bytes")) {
      page.leaf("th", head, "scope", "col");
    }
    page.close().close().open("tbody").line();
    int fired = fired(lines, point.lanes());
    int from = Math.max(0, fired - AROUND);
    int to = Math.min(lines.size(), fired + AROUND);
    lines.subList(from, to).forEach(line -> line(page, line));
    page.close().close().close();
    page.leaf(
        "p",
        "Lines " + (from + 1) + " to " + to + " of " + lines.size() + "; all are in results.json.");
  }

  /** Where the fault fired, or a process was killed between two requests; else the end. */
  private static int fired(List<WireLine> lines, List<LaneEvent> lanes) {
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).note().isEmpty()) {
        return i;
      }
    }
    for (LaneEvent event : lanes) {
      if (event.kill()) {
        return behindLast(lines, event.process());
      }
    }
    return lines.size();
  }

  private static int behindLast(List<WireLine> lines, int process) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).process() == process) {
        return i + 1;
      }
    }
    return lines.size();
  }

  private void line(Markup page, WireLine line) {
    String time =
        result.store().origin().equals("simulated")
            ? "#" + line.micros()
            : String.format(Locale.ROOT, "%.1f ms", line.micros() / 1000.0);
    page.open("tr", "class", line.note().isEmpty() ? "" : "r");
    page.leaf("td", time).leaf("td", line.process() + "/" + line.connection());
    page.leaf("td", line.direction() == WireLine.Direction.REQUEST ? "→" : "←");
    page.leaf("td", line.where()).open("td").text(line.text());
    if (!line.note().isEmpty()) {
      page.text(" ").leaf("strong", "✗ " + line.note());
    }
    page.close().leaf("td", line.bytes() == 0 ? "" : "" + line.bytes()).close().line();
  }
}
