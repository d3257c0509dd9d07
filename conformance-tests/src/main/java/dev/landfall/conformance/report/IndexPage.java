package dev.landfall.conformance.report;

import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The first page: the verdict, then why. One thread at a time. */
final class IndexPage {
  private final Report report;
  private final RunResult result;
  private final List<Failure> failures;

  IndexPage(Report report, List<Failure> failures) {
    this.report = report;
    this.result = report.result();
    this.failures = failures;
  }

  String html() {
    Markup page = Page.open(name(result) + ": " + result.verdict());
    verdict(page);
    failures(page);
    rules(page);
    weaknesses(page);
    new MatrixSection(result, failures).write(page);
    environment(page);
    return Page.close(page);
  }

  /** {@code kafka exactly-once on kafka 4.4.0, spoiled by commits-at-prepare}. */
  static String name(RunResult result) {
    String mode = result.mode().isEmpty() ? "" : " " + result.mode();
    String version = result.store().version().isEmpty() ? "" : " " + result.store().version();
    String spoil = result.spoil().map(fault -> ", spoiled by " + fault).orElse("");
    return result.sink() + mode + " on " + result.store().name() + version + spoil;
  }

  private void verdict(Markup page) {
    Mark mark = mark(result.verdict());
    page.leaf("h1", name(result));
    page.open("p", "class", "verdict " + mark.style());
    page.leaf("strong", mark.sign() + " " + result.verdict()).text(" " + sentence()).close();
    result.spoil().ifPresent(fault -> spoiled(page, fault));
    page.open("ul", "class", "figures");
    figure(page, result.points().size(), "runs");
    figure(page, count(Verdict.FAIL), "failed");
    figure(page, count(Verdict.UNKNOWN), "not known");
    page.open("li")
        .leaf("b", result.coverage().run().size() + " of " + result.coverage().defined().size());
    page.text(" cells of the fault matrix reached").close();
    if (!result.coverage().absent().isEmpty()) {
      figure(page, result.coverage().absent().size(), "that this sink and its store do not have");
    }
    page.close().line();
  }

  private static void spoiled(Markup page, String fault) {
    page.leaf(
        "p",
        "The fault "
            + fault
            + " was put on top of the sink, to see it caught: this verdict says nothing of the sink"
            + " itself.");
  }

  private static void figure(Markup page, long number, String what) {
    page.open("li").leaf("b", String.valueOf(number)).text(" " + what).close();
  }

  private long count(Verdict verdict) {
    return result.points().stream().filter(point -> point.verdict() == verdict).count();
  }

  static Mark mark(Verdict verdict) {
    return switch (verdict) {
      case PASS -> Mark.GREEN;
      case FAIL -> Mark.RED;
      case UNKNOWN -> Mark.UNKNOWN;
    };
  }

  private String sentence() {
    return switch (result.verdict()) {
      case PASS ->
          result.waived().isEmpty()
              ? "No run broke a promise."
              : "No run broke a promise, but for those that are waived.";
      case FAIL ->
          "Broken: "
              + String.join(
                  ", ",
                  broken().keySet().stream()
                      .map(
                          rule ->
                              rule
                                  + " ("
                                  + RuleTexts.of(rule).title().toLowerCase(java.util.Locale.ROOT)
                                  + ")")
                      .toList())
              + ".";
      case UNKNOWN -> "Nothing failed, but not every run says something; that is not a pass.";
    };
  }

  /** How many runs broke each rule. */
  private Map<Rule, Long> broken() {
    Map<Rule, Long> broken = new TreeMap<>();
    for (PointResult point : result.points()) {
      point.violations().stream()
          .map(violation -> violation.rule())
          .distinct()
          .forEach(rule -> broken.merge(rule, 1L, Long::sum));
    }
    return broken;
  }

  /** One entry a rule, its smallest run first: a hundred failures of one cause are one thing. */
  private void failures(Markup page) {
    if (failures.isEmpty()) {
      return;
    }
    page.leaf("h2", "What failed", "id", "failures").open("ol", "class", "failures").line();
    firstOfEachRule().forEach((rule, failure) -> failure(page, rule, failure));
    page.close();
  }

  private Map<Rule, Failure> firstOfEachRule() {
    Map<Rule, Failure> first = new LinkedHashMap<>();
    for (Failure failure : failures) {
      first.putIfAbsent(failure.first().rule(), Failure.smallest(failures, failure));
    }
    return first;
  }

  private void failure(Markup page, Rule rule, Failure failure) {
    page.open("li").open("a", "href", failure.file(), "class", "cause");
    page.leaf("strong", rule + " " + failure.first().outcome().meaning());
    page.leaf("p", failure.cause());
    long runs = broken().getOrDefault(rule, 0L);
    page.open("p", "class", "more").text("Crash point: ");
    page.leaf("code", MatrixSection.name(failure.point()));
    page.text(" in schedule " + failure.point().schedule() + "; in all ");
    page.text(MatrixSection.count(runs, "run") + " broke this rule.").close();
    page.close().close().line();
  }

  private void rules(Markup page) {
    Map<Rule, Long> broken = broken();
    Map<Rule, String> kept = new TreeMap<>();
    result.rules().forEach(rule -> kept.put(rule, Mark.GREEN.meaning()));
    kept.keySet().removeAll(broken.keySet());
    kept.keySet().removeAll(result.unjudged().keySet());
    Map<Rule, String> waived = new TreeMap<>();
    result.waived().forEach(one -> waived.put(one.rule(), one.toString()));
    kept.keySet().removeAll(waived.keySet());
    page.leaf("h2", "Rules", "id", "rules");
    if (!broken.isEmpty()) {
      Map<Rule, String> told = new TreeMap<>();
      broken.forEach(
          (rule, runs) ->
              told.put(rule, Mark.RED.meaning() + " in " + MatrixSection.count(runs, "run")));
      table(page, Mark.RED, told);
    }
    if (!waived.isEmpty()) {
      page.leaf("p", MatrixSection.count(waived.size(), "rule") + " broken and waived");
      table(page, Mark.AMBER, waived);
    }
    if (!kept.isEmpty()) {
      page.open("details", broken.isEmpty() ? new String[] {"open", "open"} : new String[0]);
      // Not each run had an occasion to break each of them.
      String of = " kept; " + MatrixSection.count(result.points().size(), "run") + " in all";
      page.leaf("summary", MatrixSection.count(kept.size(), "rule") + of);
      table(page, Mark.GREEN, kept);
      page.close();
    }
    unjudged(page);
  }

  /** A rule that no run had an occasion to break is neither kept nor broken. */
  private void unjudged(Markup page) {
    if (!result.unjudged().isEmpty()) {
      page.open("details")
          .leaf("summary", MatrixSection.count(result.unjudged().size(), "rule") + " not judged");
      table(page, Mark.GREY, result.unjudged());
      page.close();
    }
  }

  private void table(Markup page, Mark mark, Map<Rule, String> rules) {
    page.open("div", "class", "scroll", "tabindex", "0", "role", "region");
    page.open("table").open("thead").open("tr");
    for (String head : List.of("rule", "what it says", "result")) {
      page.leaf("th", head, "scope", "col");
    }
    page.close().close().open("tbody").line();
    rules.forEach((rule, told) -> rule(page, rule, mark, told));
    page.close().close().close();
  }

  private void rule(Markup page, Rule rule, Mark mark, String told) {
    page.open("tr").leaf("th", rule.id(), "scope", "row").open("td");
    page.leaf("b", RuleTexts.of(rule).title() + ".");
    page.text(" " + plain(RuleTexts.of(rule).sentence())).close();
    page.leaf("td", mark.sign() + " " + told, "class", mark.style()).close().line();
  }

  /** The specification is Markdown; a code mark is all that its sentences use of it. */
  private static String plain(String sentence) {
    return sentence.replace("`", "");
  }

  private void weaknesses(Markup page) {
    page.leaf("h2", "What this sink does not promise", "id", "declared");
    if (result.declared().isEmpty()) {
      page.leaf("p", "It declares no weakness: any outcome beside the promised ones is a failure.");
      return;
    }
    page.leaf(
        "p", "The sink says so itself; these are no failures, and a reader has to live with them.");
    page.open("dl").line();
    result.declared().forEach((weakness, sentence) -> weakness(page, weakness, sentence));
    page.close();
  }

  private void weakness(Markup page, Weakness weakness, String sentence) {
    Optional<Outcome> outcome =
        Arrays.stream(Outcome.values())
            .filter(one -> one.weakness().filter(weakness::equals).isPresent())
            .findFirst();
    long runs =
        result.points().stream()
            .filter(point -> outcome.filter(point.outcomes()::contains).isPresent())
            .count();
    Mark mark = runs > 0 ? Mark.AMBER : Mark.GREEN;
    page.open("dt").leaf("span", mark.sign(), "class", "cell " + mark.style());
    page.text(" " + outcome.map(Outcome::meaning).orElse(weakness.name())).close();
    page.open("dd").text(sentence.isEmpty() ? "Declared without a sentence." : sentence);
    page.text(runs > 0 ? " Seen in " + MatrixSection.count(runs, "run") + "." : " Not seen.");
    page.close().line();
  }

  private void environment(Markup page) {
    page.leaf("h2", "Environment", "id", "environment").open("dl", "class", "facts");
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("contract", result.contract().word());
    facts.put("profile", result.profile());
    facts.put(
        "store",
        result.store().name() + " " + result.store().version() + ", " + result.store().origin());
    facts.put("addresses name", result.addressing().name().toLowerCase(java.util.Locale.ROOT));
    facts.put("started", result.startedAt());
    facts.put(
        "took", result.durationMillis() / 1000 + "." + result.durationMillis() % 1000 / 100 + " s");
    facts.putAll(result.environment());
    facts.forEach((name, value) -> page.leaf("dt", name).leaf("dd", value));
    page.close().open("p").text("For machines and for later: ");
    page.leaf("a", "results.json", "href", "results.json").text(", ");
    page.leaf("a", "junit.xml", "href", "junit.xml");
    if (!report.histories().isEmpty()) {
      page.text(", ").leaf("a", "history.jsonl", "href", "history.jsonl");
    }
    if (report.facts().isPresent()) {
      page.text(", ").leaf("a", "fact-sheet.md", "href", "fact-sheet.md");
    }
    page.text(".").close().line();
  }
}
