package dev.landfall.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.explore.Exploration;
import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The three references, and both ways of writing rows, keep every promise at every gap. */
class ReferenceSinksTest {
  static Stream<Subject> references() {
    return Stream.of(
        MemorySubjects.twoPhase("reference-2pc", Set.of()),
        MemorySubjects.writeAhead("reference-wal", Set.of(), Set.of()),
        MemorySubjects.upsert("reference-idempotent", Set.of()),
        MemorySubjects.rows("reference-rows-by-key", RowSink.Mode.KEY, Set.of()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("references")
  void everyGapOfEverySchedule_keepsEveryPromise(Subject subject) {
    List<String> failures = new ArrayList<>();
    long[] start = {System.nanoTime()};

    Exploration exploration =
        new Exploration(
                subject,
                Boolean.getBoolean("deep") ? Depth.KILL_AND_KILL : Depth.ONE_FAULT,
                (plan, outing, judgement) -> {
                  if (judgement.verdict() != Verdict.PASS) {
                    failures.add(plan.token() + " " + judgement.verdict() + judgement.why() + " " + judgement.violations());
                  }
                  return failures.size() < 40;
                })
            .through(Schedules.all());

    System.out.println(subject.name() + " runs " + exploration.runs() + " repeats " + exploration.repeats() + " cells " + exploration.reached().size() + "/" + Exploration.defined(subject.contract()).size() + " ms " + (System.nanoTime() - start[0]) / 1000000);
    assertThat(failures).isEmpty();
  }
}
