package dev.landfall.conformance.grade;

import dev.landfall.conformance.broken.BrokenSink;
import dev.landfall.conformance.broken.BrokenSinks;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Grades the suite: against broken sinks, lying stores and odd but legal sinks, all on the
 * simulated store. Stateless, thread-safe; uses a bounded pool of threads of its own.
 *
 * <p>The checker never learns which sink runs. The table is looked at here, after the judgement: a
 * broken sink is explored until the rule that must catch it fires, and every other rule that fired
 * up to then has to be one of its companions.
 */
public final class Grade {
  private static final int THREADS = 2;

  private final List<Schedule> schedules = Schedules.all();

  /** How far the references are explored. */
  private final Depth depth;

  private Grade(Depth depth) {
    this.depth = depth;
  }

  /** Everything, the references with a second kill in every recovery. */
  public static GradeReport full() throws InterruptedException {
    return new Grade(Depth.KILL_AND_KILL).run();
  }

  /** Everything, the references with one fault. */
  public static GradeReport quick() throws InterruptedException {
    return new Grade(Depth.FIRST_OF_EACH_KIND).run();
  }

  /**
   * Prints the full grade and writes {@code grade.md}.
   *
   * @param arguments the directory to write to, {@code target} by default
   */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    GradeReport report = full();
    Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target");
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("grade.md"), report.markdown());
    System.out.print(report.summary());
    report.problems().forEach(System.out::println);
    if (!report.isPassed()) {
      System.exit(1);
    }
  }

  private GradeReport run() throws InterruptedException {
    long start = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Blamed>> honest = new ArrayList<>();
      // A schedule at a time: the longest task decides how long both cores are busy.
      for (Subject subject : references()) {
        schedules.forEach(one -> honest.add(() -> explore(subject, depth, List.of(one))));
      }
      LegalSinks.all()
          .forEach(
              subject -> honest.add(() -> explore(subject, Depth.FIRST_OF_EACH_KIND, schedules)));
      List<Callable<Graded>> broken = new ArrayList<>();
      BrokenSinks.all().forEach(sink -> broken.add(() -> grade(sink)));
      List<Future<Blamed>> blamed = submit(pool, honest);
      List<Graded> graded = all(submit(pool, broken));
      Set<String> baseline = baseline();
      List<Blamed> judged = Blamed.bySink(all(blamed));
      int legal = LegalSinks.all().size();
      return new GradeReport(
          graded,
          baseline,
          lies(),
          judged.subList(0, judged.size() - legal),
          judged.subList(judged.size() - legal, judged.size()),
          (System.nanoTime() - start) / 1_000_000);
    } finally {
      pool.shutdownNow();
    }
  }

  private static <T> List<Future<T>> submit(ExecutorService pool, List<Callable<T>> tasks) {
    return tasks.stream().map(pool::submit).toList();
  }

  private static <T> List<T> all(List<Future<T>> futures) throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("Cannot grade: " + e.getCause(), e);
      }
    }
    return results;
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
                  for (Violation violation : judgement.violations()) {
                    fired.putIfAbsent(violation.rule(), plan.token() + " " + violation);
                    if (violation.rule() == sink.rule()) {
                      caught.add(violation);
                      token.add(plan.token());
                    }
                  }
                  return caught.isEmpty();
                })
            .through(schedules);
    return new Graded(
        sink,
        caught.stream().findFirst(),
        token.stream().findFirst().orElse(""),
        fired,
        exploration.runs());
  }

  /** The broken sinks that the same schedules and checker catch with graceful restarts alone. */
  private Set<String> baseline() {
    Set<String> caught = new TreeSet<>();
    for (BrokenSink sink : BrokenSinks.all()) {
      new Exploration(
              sink.subject(),
              Depth.NO_FAULTS,
              (plan, outing, judgement) -> {
                Optional<Violation> right =
                    judgement.violations().stream()
                        .filter(violation -> violation.rule() == sink.rule())
                        .findFirst();
                right.ifPresent(violation -> caught.add(sink.id()));
                return right.isEmpty();
              })
          .through(schedules);
    }
    return caught;
  }

  private static Map<Lie, List<Lie>> lies() {
    Map<Lie, List<Lie>> named = new EnumMap<>(Lie.class);
    for (Lie lie : Lie.values()) {
      named.put(lie, MemoryProbe.of(Set.of(lie)));
    }
    return named;
  }
}
