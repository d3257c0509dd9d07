package dev.landfall.conformance.wire;

import dev.landfall.conformance.check.RuleChecks;
import dev.landfall.conformance.host.Outing;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Point;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.PointResult;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.model.RunResult.Addressing;
import dev.landfall.conformance.model.RunResult.Coverage;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.schedule.FaultMatrix;
import dev.landfall.conformance.schedule.FaultMatrix.Cell;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.wire.KnownStates.After;
import dev.landfall.conformance.wire.WirePoints.Planned;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs a sink on a real store through the points of a profile. One thread at a time.
 *
 * <p>The schedule without a fault is run twice; where the two meet other operations, addresses name
 * classes of them, and the result says so. Each run has a place of its own in the store, and each
 * crash state is gone on from once.
 */
public final class WireSuite implements AutoCloseable {
  /** Told of every run. */
  @FunctionalInterface
  public interface Listener {
    /** {@code planned} may still grow. */
    void ran(PointResult point, int done, int planned);
  }

  private final WireSubject subject;
  private final Listener listener;
  private final Children children;
  private final WarmUp warmUp;
  private final SinkFacts facts;
  private final WireRuns runs;
  private final Map<Cell, Integer> tries = new HashMap<>();
  private CellBook cells;
  private Addressing addressing = Addressing.OPERATIONS;
  private boolean stopsAtFailure;
  private boolean stopped;
  private int planned;

  private WireSuite(
      WireSubject subject,
      Listener listener,
      Children children,
      WarmUp warmUp,
      SinkFacts facts,
      WireRuns runs) {
    this.subject = subject;
    this.listener = listener;
    this.children = children;
    this.warmUp = warmUp;
    this.facts = facts;
    this.runs = runs;
    this.cells = cells(WireProfile.QUICK);
  }

  private CellBook cells(WireProfile profile) {
    return new CellBook(facts.contract(), subject.driver(), points(profile));
  }

  private WirePoints points(WireProfile profile) {
    return new WirePoints(facts.contract(), subject.driver(), profile);
  }

  /**
   * Starts the process that holds the sink, and asks what the sink is.
   *
   * @param spaces begins the names of the run's places in the store: letters and digits, at most 8
   * @throws IllegalArgumentException if the subject is spoiled by what is nothing to such a sink
   */
  public static WireSuite open(WireSubject subject, String spaces, Listener listener)
      throws Exception {
    Children children =
        new Children(
            ClassArchive.of(subject.command(), subject.folder()),
            new SinkLog(
                subject.folder().resolve("sink.log").toFile(), Confided.of(subject.secrets())));
    WarmUp warmUp = WarmUp.in(subject, spaces + "0");
    try {
      SinkFacts facts = SinkFacts.ask(children, warmUp);
      String store = subject.driver().facts().name();
      subject.spoil().ifPresent(spoil -> spoil.require(facts.contract(), store));
      children.warmUp(warmUp::calls);
      WireRuns runs = new WireRuns(subject, children, facts, spaces);
      return new WireSuite(subject, listener, children, warmUp, facts, runs);
    } catch (Exception e) {
      children.close();
      warmUp.close();
      throw e;
    }
  }

  /** Runs the points of a profile. */
  public RunResult run(WireProfile profile, Instant startedAt) {
    long start = System.nanoTime();
    WirePoints points = points(profile);
    cells = cells(profile);
    Schedule brief = points.schedule();
    // The first run of all makes what the sink keeps beside its data: it meets other operations.
    Outing making = control(brief, Gaps.NONE);
    children.archive();
    Gaps.Book gaps = new Gaps.Book();
    Outing golden = control(brief, gaps);
    Outing again = control(brief, Gaps.NONE);
    addressing =
        SurePlaces.areSame(golden.points(), again.points())
            ? Addressing.OPERATIONS
            : Addressing.CLASSES;
    List<Point> common =
        addressing == Addressing.OPERATIONS
            ? golden.points()
            : SurePlaces.of(golden.points(), List.of(again.points(), making.points()));
    cells.meets(Plan.control(brief), common);
    runAll(points.faults(common, gaps));
    for (Schedule schedule : points.schedules()) {
      if (stopped) {
        break;
      }
      List<Point> met = plain(schedule, profile);
      cells.meets(Plan.control(schedule), met);
      runAll(points.kills(schedule, met));
    }
    if (profile == WireProfile.FULL) {
      runMissing(false);
      runAll(points.last(common));
      runMissing(true);
    }
    return result(word(profile), coverage(profile), startedAt, start);
  }

  /**
   * Runs the points of a profile until one fails.
   *
   * @return the run that failed, or the last one
   */
  public RunResult untilCaught(WireProfile profile, Instant startedAt) {
    stopsAtFailure = true;
    return run(profile, startedAt);
  }

  /** What happened in the runs that did not pass, and in those that were repeated. */
  public List<History> histories() {
    return runs.histories();
  }

  /** What is wrong with the waivers, now that all runs are made: no longer needed, or expired. */
  public List<String> waiverProblems(LocalDate today) {
    return subject.declarations().problems(runs.broken(), today);
  }

  /**
   * Repeats one run.
   *
   * @throws IllegalArgumentException if it kills a store that is not ours to kill
   */
  public RunResult replay(Plan plan, Instant startedAt) {
    requireOurs(plan);
    long start = System.nanoTime();
    runs.keepAll();
    planned++;
    note(plan, runs.make(plan, After.ANY_CRASH));
    return result("replay", coverage(WireProfile.QUICK), startedAt, start);
  }

  private void requireOurs(Plan plan) {
    boolean kills = plan.faults().stream().anyMatch(one -> one.fault() == Fault.K9);
    if (kills && !subject.driver().restarts()) {
      throw new IllegalArgumentException(
          "Cannot repeat '"
              + plan.token()
              + "' on this store: K9 kills it, and it is not ours to kill (leave its address out"
              + " of the section 'sink': the suite starts a server of its own)");
    }
  }

  /**
   * The points of a schedule without a fault. Where operations come as they like it is run twice,
   * if one of them is to be killed at.
   */
  private List<Point> plain(Schedule schedule, WireProfile profile) {
    List<Point> met = control(schedule, Gaps.NONE).points();
    if (addressing == Addressing.OPERATIONS || profile == WireProfile.QUICK || stopped) {
      return sure(met);
    }
    return SurePlaces.of(met, List.of(control(schedule, Gaps.NONE).points()));
  }

  private List<Point> sure(List<Point> met) {
    return addressing == Addressing.OPERATIONS ? met : SurePlaces.of(met, List.of());
  }

  /**
   * A change of parallelism, an abort, what is done after a failure happen in few runs: one more
   * run for each cell that no run has reached. Where a fault does not fire the cell's next place is
   * tried, and the last one several times.
   */
  private void runMissing(boolean slowToo) {
    Optional<CellBook.Sought> next = cells.next(slowToo);
    while (next.isPresent() && !stopped) {
      runFor(next.get());
      next = cells.next(slowToo);
    }
  }

  private void runFor(CellBook.Sought sought) {
    Plan plan = sought.run().plan();
    boolean isLast = !cells.hasMore(sought.cell());
    planned++;
    int before = runs.made();
    note(plan, isLast ? runs.attempt(plan, After.ANY_CRASH) : runs.make(plan, After.ANY_CRASH));
    int tried = tries.merge(sought.cell(), runs.made() - before, Integer::sum);
    if (runs.missed() && !(isLast && isCertain(sought.cell(), tried))) {
      runs.forgetLast();
      planned--;
    }
  }

  /** Where operations come as they like, one that was met once may not come again. */
  private boolean isCertain(Cell cell, int tried) {
    return addressing == Addressing.OPERATIONS || !cells.countsAsAbsent(cell, tried);
  }

  /** What a run has met behind its fault: there a failure is cleaned up, and a successor starts. */
  private List<Point> behindItsFault(Outing outing) {
    List<Point> all = outing.points();
    int struck =
        outing.strikes().stream().map(strike -> all.indexOf(strike.point())).findFirst().orElse(-1);
    return struck < 0 ? List.of() : sure(all.subList(struck + 1, all.size()));
  }

  private Outing control(Schedule schedule, Gaps gaps) {
    planned++;
    Plan plan = Plan.control(schedule);
    return note(plan, runs.make(plan, After.ANY_CRASH, gaps));
  }

  private void runAll(List<Planned> all) {
    planned += all.size();
    for (Planned one : all) {
      if (stopped) {
        return;
      }
      After after = one.isKill() ? After.A_NEW_CRASH : After.ANY_CRASH;
      Outing outing = note(one.plan(), runs.attempt(one.plan(), after));
      if (one.again() && !outing.repeats()) {
        runSecond(second(one.plan(), outing));
      }
    }
  }

  private static List<Planned> second(Plan first, Outing outing) {
    return outing.strikes().stream()
        .findFirst()
        .map(strike -> WirePoints.second(first, strike.point().at(), outing.points()))
        .orElse(List.of());
  }

  private void runSecond(List<Planned> all) {
    planned += all.size();
    all.forEach(two -> note(two.plan(), runs.make(two.plan(), After.A_NEW_CRASH)));
  }

  /** Tells what came of a run, and learns from it what can be reached. */
  private Outing note(Plan plan, Outing outing) {
    if (outing.repeats()) {
      planned--;
      return outing;
    }
    PointResult result = runs.last();
    stopped |= stopsAtFailure && result.verdict() == Verdict.FAIL;
    if (result.verdict() != Verdict.UNKNOWN) {
      outing.strikes().forEach(cells::struck);
    }
    listener.ran(result, runs.results().size(), planned);
    if (plan.faults().size() == 1) {
      cells.meets(plan, behindItsFault(outing));
    }
    return outing;
  }

  private static String word(WireProfile profile) {
    return profile.name().toLowerCase(Locale.ROOT);
  }

  private RunResult result(String profile, Coverage coverage, Instant startedAt, long start) {
    return new RunResult(
        RunResult.VERSION,
        subject.type(),
        subject.mode(),
        facts.contract(),
        subject.driver().view(),
        subject.driver().facts(),
        profile,
        subject.spoil().map(Spoil::word),
        environment(),
        runs.declared(),
        RuleChecks.of(facts.contract()),
        runs.unjudged(),
        runs.waived(),
        runs.results(),
        coverage,
        addressing,
        startedAt.toString(),
        (System.nanoTime() - start) / 1_000_000);
  }

  /** The quick profile goes through too few schedules to say that a cell is not there. */
  private Coverage coverage(WireProfile profile) {
    Set<String> run = words(cells.reached());
    if (profile == WireProfile.QUICK) {
      return new Coverage(words(FaultMatrix.cells(facts.contract())), run);
    }
    Map<String, String> absent = new TreeMap<>();
    cells.absent().forEach((cell, why) -> absent.put(cell.toString(), why));
    return new Coverage(words(cells.defined()), run, absent);
  }

  private static Set<String> words(Set<Cell> cells) {
    return cells.stream().map(Cell::toString).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Map<String, String> environment() {
    return Map.of(
        "java",
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        "os",
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "processors",
        Integer.toString(Runtime.getRuntime().availableProcessors()),
        "processes under test",
        Integer.toString(children.started()));
  }

  @Override
  public void close() {
    children.close();
    warmUp.close();
  }
}
