package dev.landfall.conformance.wire;

import dev.landfall.conformance.check.Checker;
import dev.landfall.conformance.check.Occasions;
import dev.landfall.conformance.host.CommitChoice;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.host.Unjudged;
import dev.landfall.conformance.junit.Declarations;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.RunResult.Waived;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.wire.KnownStates.After;
import dev.landfall.conformance.wire.proxy.Transcript;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes runs of a sink on a real store, each in a place of its own, and keeps what came of them.
 * One thread at a time.
 */
final class WireRuns {
  private static final int MOST_ATTEMPTS = 4;

  private final WireSubject subject;
  private final Children children;
  private final SinkFacts facts;
  private final String spaces;
  private final Map<Weakness, String> declared = new EnumMap<>(Weakness.class);
  private final List<PointResult> results = new ArrayList<>();
  private final List<History> histories = new ArrayList<>();
  private final Map<Rule, Long> broken = new EnumMap<>(Rule.class);
  private final Set<Rule> judged = EnumSet.noneOf(Rule.class);
  private final KnownStates known = new KnownStates();
  private PointResults.Keep keep = PointResults.Keep.WHAT_FAILED;
  private int made;

  /**
   * @param spaces begins the names of the places
   */
  WireRuns(WireSubject subject, Children children, SinkFacts facts, String spaces) {
    this.subject = subject;
    this.children = children;
    this.facts = facts;
    this.spaces = spaces;
    declared.putAll(facts.declared());
    declared.putAll(subject.declarations().declares());
  }

  /** From now on, everything that can be told of a run is kept, and no part of it is left out. */
  void keepAll() {
    keep = PointResults.Keep.ALL;
  }

  /** One run. It has a result, unless it repeats what another has shown. */
  Outing make(Plan plan, After after) {
    return make(plan, after, Gaps.NONE);
  }

  /** A run that could not be judged is made again. */
  Outing make(Plan plan, After after, Gaps gaps) {
    Unjudged last = null;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      try {
        Outing outing = makeOnce(plan, after, gaps);
        known.learn();
        return outing;
      } catch (Unjudged e) {
        known.forget();
        last = e;
      }
    }
    throw new IllegalStateException(
        "Cannot judge "
            + plan.token()
            + ", tried "
            + MOST_ATTEMPTS
            + " times: "
            + (last == null ? "" : last.getMessage()),
        last);
  }

  private Outing makeOnce(Plan plan, After after, Gaps gaps) {
    String name = spaces + ++made;
    Transcript transcript = new Transcript();
    Subject ofRun =
        new Subject(
            subject.name(),
            facts.contract(),
            subject.driver().view(),
            declared.keySet(),
            Subject.Reach.WIRE,
            CommitChoice.ALL_UP_TO,
            gate -> bench(gate, name, transcript, gaps));
    long start = System.nanoTime();
    Outing outing =
        Run.of(
            ofRun,
            plan.on(schedule(plan.schedule(), name)),
            known.crash(after, plan.schedule(), name),
            state -> endsAnew(plan, state, name));
    if (!outing.repeats()) {
      long millis = (System.nanoTime() - start) / 1_000_000;
      Judgement whole = judge(outing);
      Declarations said = subject.declarations();
      keep(PointResults.of(outing, plan, whole, said, transcript, millis, keep), outing);
    }
    return outing;
  }

  /** A fault that did not fire, where operations come as they like, is tried again. */
  Outing attempt(Plan plan, After after) {
    Outing outing = make(plan, after);
    for (int i = 1; i < MOST_ATTEMPTS && !outing.repeats() && missed(); i++) {
      forgetLast();
      outing = make(plan, after);
    }
    return outing;
  }

  /** Whether the last run's fault did not fire. */
  boolean missed() {
    PointResult last = last();
    return last.verdict() == Verdict.UNKNOWN && !last.faults().isEmpty();
  }

  /** Of a run that says nothing, nothing is kept. */
  void forgetLast() {
    PointResult last = results.remove(results.size() - 1);
    if (!last.lanes().isEmpty()) {
      histories.remove(histories.size() - 1);
    }
  }

  /** How many runs were made, those that were forgotten included. */
  int made() {
    return made;
  }

  PointResult last() {
    return results.get(results.size() - 1);
  }

  List<PointResult> results() {
    return Collections.unmodifiableList(results);
  }

  /** What happened in the runs that did not pass, and in all once everything is kept. */
  List<History> histories() {
    return List.copyOf(histories);
  }

  /** The rules that were broken, waived or not. */
  Set<Rule> broken() {
    return Collections.unmodifiableSet(broken.keySet());
  }

  /** The rules that were broken and are waived. */
  List<Waived> waived() {
    return subject.declarations().needed(broken);
  }

  /** The rules that no run had an occasion to break, each with the reason. */
  Map<Rule, String> unjudged() {
    Set<Rule> met = EnumSet.noneOf(Rule.class);
    met.addAll(judged);
    if (!facts.confided().canBeFound()) {
      met.remove(Rule.SI_9);
    }
    met.addAll(broken.keySet());
    return Occasions.missing(facts.contract(), met);
  }

  /** What the sink and the user's declarations say cannot be promised, and why. */
  Map<Weakness, String> declared() {
    return Collections.unmodifiableMap(declared);
  }

  private Judgement judge(Outing outing) {
    Judgement whole = Checker.judge(outing.history());
    whole.violations().stream()
        .map(Violation::rule)
        .distinct()
        .forEach(rule -> broken.merge(rule, 1L, Long::sum));
    if (whole.verdict() != Verdict.UNKNOWN) {
      judged.addAll(Occasions.of(outing.history()));
    }
    return whole;
  }

  private void keep(PointResult result, Outing outing) {
    results.add(result);
    if (!result.lanes().isEmpty()) {
      histories.add(outing.history());
    }
  }

  /** A start costs a second or two: after a kill alone it is made once from equal ends. */
  private boolean endsAnew(Plan plan, Supplier<String> state, String name) {
    boolean killedAlone =
        !plan.faults().isEmpty()
            && plan.faults().stream().allMatch(injection -> injection.fault() == Fault.K1);
    return !killedAlone || keep == PointResults.Keep.ALL || known.isNewEnd(state, name);
  }

  private Schedule schedule(Schedule schedule, String name) {
    Schedule named = schedule.prefixed(name);
    return subject.driver().refusesBadRecords() ? named : named.withoutBadRecord();
  }

  private WireBench bench(Gate gate, String name, Transcript transcript, Gaps gaps) {
    try {
      return new WireBench(
          gate,
          subject.driver(),
          subject.driver().space(name),
          name,
          children,
          subject.folder(),
          transcript,
          gaps,
          subject.spoil(),
          facts.misspelling());
    } catch (Exception e) {
      throw new IllegalStateException("Cannot make a place in the store: " + e, e);
    }
  }
}
