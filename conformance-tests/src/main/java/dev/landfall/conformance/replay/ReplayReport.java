package dev.landfall.conformance.replay;

import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.check.Occasions;
import dev.landfall.conformance.check.RuleChecks;
import dev.landfall.conformance.explore.Exploration;
import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.memory.MemoryProbe;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.report.Report;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.HostTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes a report of one run on the simulated store, with the runs around it: the same schedule with
 * each fault once at each kind of operation, and the smallest run that breaks the same rule. One
 * thread at a time.
 */
public final class ReplayReport {
  /** Histories are long, and those of a hundred failures say the same. */
  private static final int MOST_HISTORIES = 50;

  private final Token token;
  private final Subject subject;
  private final Map<String, PointResult> points = new LinkedHashMap<>();
  private final Set<Rule> judged = EnumSet.noneOf(Rule.class);
  private final List<History> histories = new ArrayList<>();

  private ReplayReport(Token token) {
    this.token = token;
    this.subject = Replay.subject(token.sink());
  }

  /**
   * The report.
   *
   * @param token as printed beside a failure
   * @throws IllegalArgumentException if the token is none, or names no sink of the simulated store
   */
  public static Report of(String token, HostTime time) {
    return new ReplayReport(Token.parse(token)).report(time);
  }

  private Report report(HostTime time) {
    String startedAt = time.now().toString();
    long start = time.nanos();
    Plan plan = token.plan();
    Judgement judgement = run(plan);
    judgement.violations().stream()
        .findFirst()
        .ifPresent(violation -> run(Shrink.of(subject, plan, violation.rule())));
    Exploration exploration =
        new Exploration(
                subject,
                Depth.FIRST_OF_EACH_KIND,
                (explored, outing, judged) -> {
                  add(explored, outing, judged);
                  return true;
                })
            .through(List.of(plan.schedule()));
    long millis = (time.nanos() - start) / 1_000_000;
    return new Report(
        result(exploration, startedAt, millis),
        histories,
        Optional.of(MemoryProbe.factSheet(Set.of())),
        "");
  }

  private Judgement run(Plan plan) {
    Outing outing = Run.of(subject, plan);
    Judgement judgement = Checker.judge(outing.history());
    add(plan, outing, judgement);
    return judgement;
  }

  private void add(Plan plan, Outing outing, Judgement judgement) {
    String name = new Token(subject.name(), plan).toString();
    if (points.containsKey(name)) {
      return;
    }
    boolean passed = judgement.verdict() == Verdict.PASS;
    judgement.violations().forEach(violation -> judged.add(violation.rule()));
    if (judgement.verdict() != Verdict.UNKNOWN) {
      judged.addAll(Occasions.of(outing.history()));
    }
    HistoryLanes told = HistoryLanes.of(outing.history());
    points.put(
        name,
        new PointResult(
            plan.schedule().id(),
            plan.schedule().title(),
            plan.faults(),
            plan.faults().stream()
                .findFirst()
                .flatMap(
                    fault ->
                        outing.points().stream()
                            .filter(point -> point.at().equals(fault.at()))
                            .map(Point::phase)
                            .findFirst()),
            outing.cells(),
            name,
            judgement.verdict(),
            judgement.why(),
            judgement.declared(),
            judgement.violations(),
            List.of(),
            passed ? List.of() : told.transcript(),
            passed ? List.of() : told.lanes(),
            passed ? List.of() : Differences.of(outing.history()),
            0));
    if (!passed && histories.size() < MOST_HISTORIES) {
      histories.add(outing.history());
    }
  }

  private RunResult result(Exploration exploration, String startedAt, long millis) {
    Map<Weakness, String> declared = new TreeMap<>();
    subject
        .declared()
        .forEach(weakness -> declared.put(weakness, "Declared by the sink of the grade."));
    return new RunResult(
        RunResult.VERSION,
        subject.name(),
        "",
        subject.contract(),
        subject.view(),
        new RunResult.StoreFacts("the simulated store", "", "simulated"),
        "replay",
        Optional.empty(),
        Map.of(
            "time", "simulated: events are numbered",
            "java", System.getProperty("java.version"),
            "replay of", token.toString()),
        declared,
        RuleChecks.of(subject.contract()),
        Occasions.missing(subject.contract(), judged),
        List.of(),
        List.copyOf(points.values()),
        new RunResult.Coverage(
            cells(Exploration.defined(subject.contract())), cells(exploration.reached())),
        RunResult.Addressing.OPERATIONS,
        startedAt,
        millis);
  }

  private static Set<String> cells(Set<Cell> cells) {
    return cells.stream().map(Cell::toString).collect(Collectors.toSet());
  }
}
