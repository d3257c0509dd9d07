package dev.landfall.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Phase;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RecordDifference;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.RunResult.Waived;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.model.WireLine;
import dev.landfall.conformance.replay.ReplayReport;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.HostTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The folder as its readers take it: browsers, build servers, programs. */
final class ReportFolderTest {
  private static final String HOSTILE = "<script>alert(\"1\")</script>&'\u0000]]>";

  private static final String OPTIONS = "--file '<b>.yaml' --spoil commits-at-prepare";

  /** One report of a broken sink: it has real failures, passes and a probe. */
  @TempDir static Path failed;

  @TempDir Path folder;

  @BeforeAll
  static void write() throws IOException {
    ReportFolder.write(
        failed, ReplayReport.of("m12;P1;seed=1;K5@C1.commit/AppendStaged#1", HostTime.system()));
  }

  @Test
  void everyPage_isWellFormed_namesItsContent_andFetchesNothing() throws Exception {
    for (Path page : pages(failed)) {
      Document document = parse(page);

      assertThat(document.getDocumentElement().getAttribute("lang")).isEqualTo("en");
      assertThat(document.getElementsByTagName("title").item(0).getTextContent()).isNotBlank();
      assertThat(document.getElementsByTagName("h1").getLength()).isEqualTo(1);
      for (String fetching : List.of("script", "link", "img", "iframe", "object", "image", "use")) {
        assertThat(document.getElementsByTagName(fetching).getLength()).as(fetching).isZero();
      }
      assertThat(Files.readString(page)).doesNotContain("url(").doesNotContain("@import");
    }
  }

  @Test
  void everyLink_leadsToAFileOfTheFolder() throws Exception {
    for (Path page : pages(failed)) {
      for (Element link : elements(parse(page), "a")) {
        assertThat(failed.resolve(link.getAttribute("href"))).exists();
      }
    }
  }

  @Test
  void index_saysTheVerdict_theBrokenRules_andWhereToLook() throws Exception {
    Document index = parse(failed.resolve("index.html"));

    String text = index.getDocumentElement().getTextContent();
    assertThat(text).contains("✗ FAIL").contains("T-3").contains("58 of 75");
    assertThat(text).contains("part of a checkpoint visible for a while, across writers");
    Element first =
        elements(index, "a").stream()
            .filter(link -> link.getAttribute("class").equals("cause"))
            .findFirst()
            .orElseThrow();
    assertThat(first.getTextContent()).contains("When ").contains("C1.commit/");
    assertThat(elements(index, "td").stream().map(cell -> cell.getAttribute("class")))
        .as("green, amber, red and grey")
        .contains("g", "a", "r", "n");
  }

  @Test
  void failurePage_tellsCauseCrashPointAndReplay_andDrawsTheKill() throws Exception {
    Document page = parse(failed.resolve("failure-001.html"));

    String text = page.getDocumentElement().getTextContent();
    assertThat(text)
        .contains("T-3 broken: duplicate")
        .contains("a request is applied, its reply lost, and the process lives on (K5 at")
        .contains("landfall conformance replay 'm12;P1;seed=1;K5@C1.commit/AppendStaged#1'")
        .contains("2 copies");
    assertThat(elements(page, "text").stream().map(Element::getTextContent))
        .contains("host", "old sink", "proxy", "store", "new sink", "observer");
    assertThat(elements(page, "path").stream().map(path -> path.getAttribute("class")))
        .containsExactly("cross");
    assertThat(text).as("the same for whom a picture says nothing").contains("proxy: ✗ K5@");
  }

  @Test
  void killThatTheScheduleMakes_isACrashPoint_andWhatTheSinkAnsweredIsShown() throws Exception {
    ReportFolder.write(folder, ReplayReport.of("m05;P6;seed=1", HostTime.system()));

    Document page = parse(folder.resolve("failure-001.html"));

    String text = page.getDocumentElement().getTextContent();
    assertThat(text)
        .contains("T-7 broken")
        .contains("When the process is killed as planned in schedule P6 (durable, no notification")
        .contains("the planned kill of P6")
        .doesNotContain("The fault is not the cause")
        .contains("✗ process 1 is no more, killed: planned");
    assertThat(elements(page, "path").stream().map(path -> path.getAttribute("class")))
        .containsExactly("cross");
  }

  @Test
  void results_keepTheSchema_andAWrongOneDoesNot() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(Path.of("../docs/results.schema.json").toFile());
    JsonNode results = new ObjectMapper().readTree(failed.resolve("results.json").toFile());

    assertThat(Schema.problems(schema, results)).isEmpty();
    assertThat(results.path("verdict").asText()).isEqualTo("FAIL");
    assertThat(results.path("facts").path("properties").size()).isEqualTo(18);

    ((ObjectNode) results.path("points").get(0)).put("verdict", "MAYBE").remove("token");
    assertThat(Schema.problems(schema, results))
        .anyMatch(problem -> problem.contains("MAYBE"))
        .anyMatch(problem -> problem.contains("lacks \"token\""));
  }

  @Test
  void junitReport_countsWhatTheResultsCount() throws Exception {
    JsonNode points =
        new ObjectMapper().readTree(failed.resolve("results.json").toFile()).path("points");
    Document xml = parse(failed.resolve("junit.xml"));

    Element suite = elements(xml, "testsuite").get(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("" + points.size());
    assertThat(elements(xml, "testcase")).hasSize(points.size());
    assertThat(elements(xml, "failure"))
        .hasSize(Integer.parseInt(suite.getAttribute("failures")))
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.getAttribute("message")).isNotBlank());
  }

  @Test
  void histories_areThoseOfTheFailures() throws Exception {
    List<String> lines = Files.readAllLines(failed.resolve("history.jsonl"));
    List<String> first = new ArrayList<>(List.of(lines.get(0)));
    lines.stream().skip(1).takeWhile(line -> line.contains("\"event\":")).forEach(first::add);

    History history = History.read(String.join("\n", first));

    assertThat(history.header().token()).isEqualTo("m12;P1;seed=1;K5@C1.commit/AppendStaged#1");
    assertThat(history.events()).isNotEmpty();
  }

  @Test
  void aPass_saysSo_andTakesOldFailuresAway() throws Exception {
    Files.writeString(folder.resolve("failure-007.html"), "of an older run");
    Files.writeString(folder.resolve("history.jsonl"), "of an older run");
    Path others = Files.writeString(folder.resolve("failure-analysis.html"), "somebody's own");

    ReportFolder.write(folder, ReplayReport.of("reference-wal;P1;seed=1", HostTime.system()));

    assertThat(pages(folder)).containsExactly(others, folder.resolve("index.html"));
    assertThat(folder.resolve("history.jsonl")).as("no run failed").doesNotExist();
    assertThat(parse(folder.resolve("index.html")).getDocumentElement().getTextContent())
        .contains("✓ PASS No run broke a promise.");
  }

  @Test
  void whatTheProbeAndTheGradeHaveWritten_stays() throws Exception {
    Path sheet = Files.writeString(folder.resolve("fact-sheet.md"), "of a real store");
    Path grade = Files.writeString(folder.resolve("grade.md"), "of the suite");

    ReportFolder.write(folder, new Report(hostile(), List.of(), Optional.empty(), OPTIONS));

    assertThat(sheet).hasContent("of a real store");
    assertThat(grade).hasContent("of the suite");
  }

  @Test
  void aRuleThatIsBrokenLast_hasAPage_andItIsTheSmallest() {
    List<PointResult> points = new ArrayList<>();
    for (int i = 0; i < Failure.MOST_PAGES + 50; i++) {
      points.add(failing(Rule.T_1, "long-token-" + i));
    }
    PointResult larger = failing(Rule.T_3, "longer");
    PointResult smaller = failing(Rule.T_3, "short");
    points.addAll(List.of(larger, smaller));

    List<Failure> failures = Failure.of(result(points, List.of()));

    assertThat(failures).hasSize(Failure.MOST_PAGES);
    assertThat(failures.get(0).file()).isEqualTo("failure-001.html");
    assertThat(failures.stream().map(Failure::point))
        .contains(points.get(0), smaller)
        .doesNotContain(larger);
    assertThat(failures).extracting(Failure::number).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aCellThatASecondFaultReached_isNotGrey() throws Exception {
    ReportFolder.write(folder, new Report(hostile(), List.of(), Optional.empty(), OPTIONS));

    List<Element> cells = elements(parse(folder.resolve("index.html")), "td");
    assertThat(title(cells, "COMMIT/K1")).isEqualTo("COMMIT/K1: broken");
    assertThat(title(cells, "ABORT/K1")).as("its second fault").isEqualTo("ABORT/K1: broken");
    assertThat(title(cells, "RECOVER/K1")).as("no result").isEqualTo("RECOVER/K1: not known");
    assertThat(title(cells, "END/K1")).isEqualTo("END/K1: not reached");
  }

  private static String title(List<Element> cells, String cell) {
    return cells.stream()
        .map(one -> one.getAttribute("title"))
        .filter(title -> title.startsWith(cell + ":"))
        .findFirst()
        .orElse("off");
  }

  @Test
  void SI_9_whateverAStoreAnswers_isTextAndNoMarkup() throws Exception {
    ReportFolder.write(folder, new Report(hostile(), List.of(), Optional.empty(), OPTIONS));

    for (Path page : pages(folder)) {
      Document document = parse(page);
      assertThat(document.getElementsByTagName("script").getLength()).isZero();
      assertThat(document.getDocumentElement().getTextContent())
          .contains("<script>alert(\"1\")</script>&'\uFFFD]]>");
    }
    assertThat(elements(parse(folder.resolve("junit.xml")), "failure"))
        .singleElement()
        .extracting(Element::getTextContent)
        .asString()
        .as("what repeats it on its store")
        .endsWith("' --file '<b>.yaml' --spoil commits-at-prepare");
    assertThat(pages(folder)).hasSize(2);
    assertThat(parse(folder.resolve("failure-001.html")).getDocumentElement().getTextContent())
        .as("what repeats it on its store")
        .contains("' --file '<b>.yaml'");
  }

  @Test
  void aSpoiledRun_saysSo() throws Exception {
    ReportFolder.write(folder, new Report(hostile(), List.of(), Optional.empty(), OPTIONS));

    assertThat(parse(folder.resolve("index.html")).getDocumentElement().getTextContent())
        .contains("spoiled by commits-at-prepare")
        .contains("1 rule kept; 1 run in all", "1 rule not judged")
        .contains("The fault commits-at-prepare was put on top of the sink");
    JsonNode schema = new ObjectMapper().readTree(Path.of("../docs/results.schema.json").toFile());
    JsonNode results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    assertThat(results.path("spoil").asText()).isEqualTo("commits-at-prepare");
    assertThat(Schema.problems(schema.path("properties").path("spoil"), results.path("spoil")))
        .isEmpty();
    assertThat(elements(parse(folder.resolve("junit.xml")), "testsuite").get(0))
        .extracting(suite -> suite.getAttribute("name"))
        .asString()
        .endsWith("spoiled by commits-at-prepare");
  }

  @Test
  void aRuleWithoutAnOccasion_isNotJudged_andNotKept() throws Exception {
    ReportFolder.write(folder, ReplayReport.of("reference-2pc;P1;seed=1", HostTime.system()));

    String text = parse(folder.resolve("index.html")).getDocumentElement().getTextContent();
    JsonNode results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    assertThat(text).contains("– no run had a change of parallelism");
    assertThat(results.path("unjudged").path("HO-9").asText())
        .isEqualTo("no run had a change of parallelism");
    assertThat(results.path("unjudged").has("T-3")).isFalse();
    assertThat(results.path("rules").toString()).contains("HO-9", "T-3");
  }

  @Test
  void aRuleThatIsBrokenAndWaived_isNeverKept_andSaysWhyAndUntilWhen() throws Exception {
    ReportFolder.write(folder, new Report(waived(), List.of(), Optional.empty(), OPTIONS));

    Document index = parse(folder.resolve("index.html"));
    String told = "waived until 2026-12-31: server bug (https://example.org/1), broken in 1 run";
    assertThat(index.getDocumentElement().getTextContent())
        .contains("No run broke a promise, but for those that are waived.")
        .contains("1 rule kept; 1 run in all", "1 rule broken and waived", "~ " + told);
    JsonNode schema = new ObjectMapper().readTree(Path.of("../docs/results.schema.json").toFile());
    JsonNode results = new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    assertThat(Schema.problems(schema.path("properties").path("waived"), results.path("waived")))
        .isEmpty();
    assertThat(results.path("waived").toString())
        .contains("\"rule\":\"T-1\"", "server bug", "2026-12-31", "\"runs\":1");
    assertThat(results.path("points").get(0).path("waived").get(0).path("rule").asText())
        .isEqualTo("T-1");
    Document xml = parse(folder.resolve("junit.xml"));
    assertThat(elements(xml, "skipped"))
        .singleElement()
        .extracting(one -> one.getAttribute("message"))
        .isEqualTo(told);
    assertThat(elements(xml, "testsuite").get(0).getAttribute("tests")).isEqualTo("2");
  }

  @Test
  void colours_areReadable() throws Exception {
    String style = Files.readString(failed.resolve("index.html"));
    Matcher rule =
        Pattern.compile("\\.([garun]) \\{ background: (#\\w{6}); color: (#\\w{6}); }")
            .matcher(style);
    int found = 0;
    while (rule.find()) {
      found++;
      assertThat(contrast(rule.group(2), rule.group(3)))
          .as("WCAG 2.2, 1.4.3, at least 4.5: " + rule.group())
          .isGreaterThan(4.5);
    }
    assertThat(found).isEqualTo(Mark.values().length);
  }

  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  private static RunResult hostile() {
    return result(
        point(
            Verdict.FAIL,
            List.of(new Violation(Rule.T_1, Outcome.LOSS, 1, HOSTILE, HOSTILE, HOSTILE)),
            List.of()),
        List.of());
  }

  private static RunResult waived() {
    Violation violation = new Violation(Rule.T_1, Outcome.LOSS, 1, "w", "s0:0", "lost");
    LocalDate expiry = LocalDate.parse("2026-12-31");
    return result(
        point(Verdict.PASS, List.of(), List.of(violation)),
        List.of(new Waived(Rule.T_1, "server bug", "https://example.org/1", expiry, 1)));
  }

  private static PointResult failing(Rule rule, String token) {
    Violation violation = new Violation(rule, Outcome.LOSS, 1, "w", "s0:0", "lost");
    return point(token, Verdict.FAIL, List.of(violation), List.of());
  }

  private static PointResult point(
      Verdict verdict, List<Violation> violations, List<Violation> waived) {
    return point(HOSTILE, verdict, violations, waived);
  }

  private static PointResult point(
      String token, Verdict verdict, List<Violation> violations, List<Violation> waived) {
    return new PointResult(
        "P1",
        HOSTILE,
        List.of(Injection.parse("K1@C1.commit/Commit#1")),
        Optional.of(Phase.COMMIT),
        Set.of("COMMIT/K1", "ABORT/K1"),
        token,
        verdict,
        HOSTILE,
        Set.of(),
        violations,
        waived,
        List.of(new WireLine(1, 1, 1, WireLine.Direction.REQUEST, HOSTILE, HOSTILE, 7, HOSTILE)),
        List.of(new LaneEvent(1, LaneEvent.Lane.PROXY, 1, HOSTILE, true)),
        List.of(new RecordDifference(HOSTILE, HOSTILE, HOSTILE)),
        1);
  }

  private static RunResult result(PointResult point, List<Waived> waived) {
    return result(List.of(point), waived);
  }

  private static RunResult result(List<PointResult> points, List<Waived> waived) {
    return new RunResult(
        RunResult.VERSION,
        HOSTILE,
        HOSTILE,
        Contract.TWO_PHASE,
        View.ROWS,
        new RunResult.StoreFacts(HOSTILE, HOSTILE, HOSTILE),
        "quick",
        Optional.of("commits-at-prepare"),
        Map.of(HOSTILE, HOSTILE),
        Map.of(Weakness.LEFTOVERS, HOSTILE),
        Set.of(Rule.T_1, Rule.T_3, Rule.T_9),
        Map.of(Rule.T_9, HOSTILE),
        waived,
        points,
        new RunResult.Coverage(
            Set.of("COMMIT/K1", "ABORT/K1", "RECOVER/K1", "END/K1"),
            Set.of("COMMIT/K1", "ABORT/K1", "RECOVER/K1")),
        RunResult.Addressing.OPERATIONS,
        "2026-01-01T00:00:00Z",
        1);
  }

  private static List<Path> pages(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
  }

  private static Document parse(Path file) throws Exception {
    byte[] bytes =
        Files.readString(file)
            .replace("<!DOCTYPE html>", "")
            .strip()
            .getBytes(StandardCharsets.UTF_8);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(bytes));
  }

  private static List<Element> elements(Document document, String name) {
    NodeList nodes = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
