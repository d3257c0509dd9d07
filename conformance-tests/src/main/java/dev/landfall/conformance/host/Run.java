package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Source;
import dev.landfall.conformance.schedule.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One run of one schedule with its faults, from an empty store to the last look. One thread at a
 * time.
 *
 * <p>The same plan gives the same history, byte for byte: one thread, a clock that the run owns,
 * and no chance but the seed's.
 */
public final class Run {
  private final Subject subject;
  private final Plan plan;
  private final Predicate<String> isNew;
  private final Predicate<Supplier<String>> endsAnew;
  private final RunLog log = new RunLog();
  private final HostLog hostLog = new HostLog();
  private final VirtualTime time;
  private final Injector injector;
  private final Gate gate;
  private final Bench bench;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private int instances;
  private boolean heldBack = true;
  private boolean crashed;
  private boolean preflightPassed;

  /** An equal crash state was run before. */
  private static final class Repeats extends Error {
    Repeats() {
      super("", null, false, false);
    }
  }

  private Run(
      Subject subject, Plan plan, Predicate<String> isNew, Predicate<Supplier<String>> endsAnew) {
    this.subject = subject;
    this.plan = plan;
    this.isNew = isNew;
    this.endsAnew = endsAnew;
    this.time = new VirtualTime(plan.start());
    this.injector = new Injector(plan.faults(), subject.faults());
    this.gate = new Gate(log, injector, time, subject.faults());
    this.bench = subject.bench().apply(gate);
    gate.attach(bench, this::takeOver);
    for (int i = 0; i < plan.schedule().pipelines().size(); i++) {
      List<Source> ofLane =
          plan.schedule().sources(i, subject.view(), subject.can(), subject.cannot());
      sources.addAll(ofLane);
      lanes.add(new Lane(this, plan.schedule(), i, ofLane));
    }
  }

  /** Makes the run. */
  public static Outing of(Subject subject, Plan plan) {
    return of(subject, plan, state -> true);
  }

  /**
   * Makes the run unless it comes to nothing new.
   *
   * @param isNew told the state of store and host right after the last planned kill; false cuts the
   *     run off
   */
  public static Outing of(Subject subject, Plan plan, Predicate<String> isNew) {
    return of(subject, plan, isNew, state -> true);
  }

  /**
   * Makes the run unless it comes to nothing new.
   *
   * @param isNew as above
   * @param endsAnew told the state of store and host after a good end of the schedule; false spares
   *     the last start, which another run has made from there
   */
  public static Outing of(
      Subject subject, Plan plan, Predicate<String> isNew, Predicate<Supplier<String>> endsAnew) {
    Run run = new Run(subject, plan, isNew, endsAnew);
    try {
      run.go();
      return run.outing(false);
    } catch (Repeats e) {
      return run.outing(true);
    } finally {
      run.bench.close();
    }
  }

  private Outing outing(boolean repeats) {
    Header header =
        new Header(
            Header.VERSION,
            subject.name(),
            subject.contract(),
            subject.view(),
            subject.declared(),
            subject.name() + ";" + plan.token(),
            plan.faults().size(),
            sources);
    return new Outing(new History(header, log.events()), injector.points(), repeats);
  }

  private void go() {
    Map<Integer, Integer> next = new HashMap<>();
    for (Step step : plan.schedule().steps()) {
      int index = next.merge(step.lane(), 1, Integer::sum) - 1;
      lanes.get(step.lane()).advanceTo(index);
    }
    deliverHeld();
    bench.settle();
    gate.elapse(Duration.ofMillis(bench.transactionTimeoutMillis()).plusMinutes(1));
    log.observe(bench);
    log.add(new Event.Settled("quiet"));
    if (!isOver() || endsAnew.test(() -> bench.fingerprint() + "|" + lanes)) {
      lanes.forEach(Lane::startForTheLastTime);
    }
    log.observe(bench);
    log.add(new Event.Settled("end"));
  }

  /** Whether nothing is left to recover, and no fault to happen. */
  private boolean isOver() {
    return injector.fired() == plan.faults().size() && lanes.stream().allMatch(Lane::isClosed);
  }

  private void deliverHeld() {
    bench.deliverHeld();
    log.observe(bench);
  }

  private void takeOver(Instance stopped) {
    for (Lane lane : lanes) {
      if (lane.isOf(stopped)) {
        lane.takeOver(stopped);
      }
    }
  }

  /** Called after each kill that was not planned. */
  void crashed() {
    // Only what follows the last planned fault depends on nothing but this state.
    if (!crashed && injector.fired() == plan.faults().size()) {
      crashed = true;
      if (!isNew.test(bench.fingerprint() + "|" + lanes + "|" + asksPreflight())) {
        throw new Repeats();
      }
    }
  }

  /** A successor has recovered: a ghost that waited for that arrives. */
  void recovered(Instance instance) {
    if (instance.number() > 1 && plan.wake() == Plan.Wake.RECOVERED && heldBack) {
      deliverHeld();
    }
  }

  void committed(Instance instance) {
    if (instance.number() > 1 && plan.wake() == Plan.Wake.COMMITTED && heldBack) {
      heldBack = false;
      deliverHeld();
    }
  }

  /** Whether a start asks preflight: each of them, or those until one has passed it. */
  boolean asksPreflight() {
    return !preflightPassed || bench.preflightsEachStart();
  }

  void preflightHasPassed() {
    preflightPassed = true;
  }

  Instance instance(String pipeline, String label) {
    return new Instance(++instances, pipeline, label);
  }

  /** Whether the host of this run does that wrong. */
  boolean has(Lapse lapse) {
    return subject.lapses().contains(lapse);
  }

  Subject subject() {
    return subject;
  }

  Plan plan() {
    return plan;
  }

  RunLog log() {
    return log;
  }

  /** Where the segments of a sink live that keeps none itself. */
  HostLog hostLog() {
    return hostLog;
  }

  VirtualTime time() {
    return time;
  }

  Gate gate() {
    return gate;
  }

  Bench bench() {
    return bench;
  }
}
