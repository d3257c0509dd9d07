package dev.landfall.conformance.grade;

import dev.landfall.conformance.broken.BrokenSink;
import dev.landfall.conformance.broken.BrokenSinks;
import dev.landfall.conformance.broken.FurtherSinks;
import dev.landfall.conformance.explore.Exploration;
import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.legal.LegalSinks;
import dev.landfall.conformance.memory.Lie;
import dev.landfall.conformance.memory.MemoryProbe;
import dev.landfall.conformance.memory.MemorySubjects;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Grades the suite: against broken sinks, lying stores and odd but legal sinks, all on the
 * simulated store. Stateless, thread-safe; uses a bounded pool of threads of its own.
 *
 * <p>The checker never learns which sink runs. The table is looked at here, after the judgement: a
 * broken sink is explored until the rule that must catch it fires, and every other rule that fired
 * up to then has to be one of its companions.
 */
public final class Grade {
  private static final List<Schedule> SCHEDULES = Schedules.all();

  /** How far the references are explored. */
  private final Depth depth;

  private final Workforce workforce;

  private Grade(Depth depth, Workforce workforce) {
    this.depth = depth;
    this.workforce = workforce;
  }

  /**
   * Everything, the references with a second kill in every recovery.
   *
   * @param listener told how far it is, about once a second, on the calling thread
   */
  public static GradeReport full(Consumer<GradeProgress> listener) throws InterruptedException {
    return run(Depth.KILL_AND_KILL, listener);
  }

  /** Everything, the references with one fault, at the first operation of each kind. */
  public static GradeReport quick(Consumer<GradeProgress> listener) throws InterruptedException {
    return run(Depth.FIRST_OF_EACH_KIND, listener);
  }

  private static GradeReport run(Depth depth, Consumer<GradeProgress> listener)
      throws InterruptedException {
    try (Workforce workforce = new Workforce(listener)) {
      return new Grade(depth, workforce).run();
    }
  }

  private GradeReport run() throws InterruptedException {
    long start = System.nanoTime();
    // A schedule at a time: the longest part decides how long both cores are busy.
    List<Future<Blamed>> references = new ArrayList<>();
    for (Subject subject : references()) {
      for (Schedule one : SCHEDULES) {
        references.add(workforce.give(() -> explore(subject, depth, List.of(one))));
      }
    }
    List<Future<Blamed>> legal = legal(LegalSinks.all());
    List<Future<Blamed>> furtherLegal = legal(LegalSinks.further());
    List<Future<Graded>> broken = broken(BrokenSinks.all());
    List<Future<Graded>> further = broken(FurtherSinks.all());
    List<Future<Boolean>> baseline =
        BrokenSinks.all().stream().map(one -> workforce.give(() -> isCaughtUnharmed(one))).toList();
    List<Blamed> ofReferences = Blamed.bySink(workforce.await(references));
    List<Blamed> ofLegal = workforce.await(legal);
    List<Blamed> ofFurtherLegal = workforce.await(furtherLegal);
    List<Graded> graded = workforce.await(broken);
    List<Graded> gradedFurther = workforce.await(further);
    Set<String> caughtUnharmed = ids(workforce.await(baseline));
    return new GradeReport(
        graded,
        gradedFurther,
        caughtUnharmed,
        lies(),
        ofReferences,
        ofLegal,
        ofFurtherLegal,
        (System.nanoTime() - start) / 1_000_000);
  }

  private List<Future<Blamed>> legal(List<Subject> sinks) {
    return sinks.stream()
        .map(one -> workforce.give(() -> explore(one, Depth.FIRST_OF_EACH_KIND, SCHEDULES)))
        .toList();
  }

  private List<Future<Graded>> broken(List<BrokenSink> sinks) {
    return sinks.stream().map(one -> workforce.give(() -> grade(one))).toList();
  }

  private static Set<String> ids(List<Boolean> caught) {
    Set<String> ids = new TreeSet<>();
    for (int i = 0; i < caught.size(); i++) {
      if (caught.get(i)) {
        ids.add(BrokenSinks.all().get(i).id());
      }
    }
    return ids;
  }

  /** One reference a contract. */
  public static List<Subject> references() {
    return List.of(
        MemorySubjects.twoPhase("reference-2pc", Set.of()),
        MemorySubjects.writeAhead("reference-wal", Set.of(), Set.of()),
        MemorySubjects.upsert("reference-idempotent", Set.of()));
  }

  private Blamed explore(Subject subject, Depth howDeep, List<Schedule> through) {
    long start = System.nanoTime();
    List<String> blame = new ArrayList<>();
    Exploration exploration =
        new Exploration(
                subject,
                howDeep,
                (plan, outing, judgement) -> {
                  workforce.judged();
                  if (judgement.verdict() != Verdict.PASS) {
                    blame.add(
                        plan.token()
                            + " "
                            + judgement.verdict()
                            + " "
                            + judgement.why()
                            + judgement.violations());
                  }
                  return blame.size() < 10;
                })
            .through(through);
    return new Blamed(
        subject.name(),
        exploration.runs(),
        exploration.repeats(),
        exploration.reached(),
        Exploration.defined(subject.contract()),
        blame,
        (System.nanoTime() - start) / 1_000_000);
  }

  private Graded grade(BrokenSink sink) {
    Map<Rule, String> fired = new TreeMap<>();
    List<Violation> caught = new ArrayList<>();
    List<String> token = new ArrayList<>();
    Exploration exploration =
        new Exploration(
                sink.subject(),
                Depth.ONE_FAULT,
                (plan, outing, judgement) -> {
                  workforce.judged();
                  for (Violation violation : judgement.violations()) {
                    fired.putIfAbsent(violation.rule(), plan.token() + " " + violation);
                    if (violation.rule() == sink.rule()) {
                      caught.add(violation);
                      token.add(plan.token());
                    }
                  }
                  return caught.isEmpty();
                })
            .through(SCHEDULES);
    return new Graded(
        sink,
        caught.stream().findFirst(),
        token.stream().findFirst().orElse(""),
        fired,
        exploration.runs());
  }

  /** Whether the same schedules and checker catch it with graceful restarts alone. */
  private boolean isCaughtUnharmed(BrokenSink sink) {
    AtomicBoolean caught = new AtomicBoolean();
    new Exploration(
            sink.subject(),
            Depth.NO_FAULTS,
            (plan, outing, judgement) -> {
              workforce.judged();
              caught.compareAndSet(
                  false,
                  judgement.violations().stream().anyMatch(one -> one.rule() == sink.rule()));
              return !caught.get();
            })
        .through(SCHEDULES);
    return caught.get();
  }

  private static Map<Lie, List<Lie>> lies() {
    Map<Lie, List<Lie>> named = new EnumMap<>(Lie.class);
    for (Lie lie : Lie.values()) {
      named.put(lie, MemoryProbe.of(Set.of(lie)));
    }
    return named;
  }
}
