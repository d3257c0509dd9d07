package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.grade.Grade;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.host.Subject;
import dev.landfall.conformance.legal.LegalSinks;
import dev.landfall.conformance.memory.MemorySubjects;
import dev.landfall.conformance.memory.RowSink;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Injection;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.replay.Replay;
import dev.landfall.conformance.replay.Token;
import dev.landfall.conformance.schedule.Schedule;
import dev.landfall.conformance.schedule.Schedules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the checker says about known runs, word for word: of each broken sink the runs that catch
 * it, of each honest one every schedule without a fault, and some with one. One test for many runs,
 * because mutation testing asks each test anew for every mutant.
 */
class VerdictsTest {
  /** What was made once is judged as often as anybody likes: the checker reads nothing else. */
  private static final Map<String, History> HISTORIES = new ConcurrentHashMap<>();

  private static History history(Subject subject, Plan plan) {
    return HISTORIES.computeIfAbsent(
        subject.name() + ";" + plan.token(), token -> Run.of(subject, plan).history());
  }

  /** Replays, restarts with other parallelism, checkpoints in flight. */
  private static final Set<String> HARD = Set.of("P5", "P9", "P13");

  /** A run, and everything that is wrong with it. */
  private record Told(String token, List<String> violations) {}

  private static List<Told> caught() throws IOException {
    List<Told> all = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(VerdictsTest.class.getResourceAsStream("caught.txt"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("  ")) {
          all.get(all.size() - 1).violations.add(line.strip());
        } else {
          all.add(new Told(line, new ArrayList<>()));
        }
      }
    }
    return all;
  }

  @Test
  void brokenSinks_areToldByTheseWords() throws IOException {
    for (Told told : caught()) {
      assertThat(judge(Token.parse(told.token)).violations())
          .as(told.token)
          .map(Object::toString)
          .containsExactlyElementsOf(told.violations);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"m10", "m33"})
  void nameThatHoldsChanceOrTheClock_isToldByTwoRuns(String sink) {
    Plan plan = Plan.control(Schedules.of("P0"));
    Subject subject = Replay.subject(sink);
    History one = history(subject, plan);
    History other = history(subject, plan.elsewhere());

    assertThat(Names.compare(one, other).orElseThrow().toString())
        .startsWith("SI-4 the protocol was broken: the same schedule names ")
        .contains(" in one run and [")
        .endsWith("] in another: a name holds a clock, an instance or chance");
    assertThat(Names.compare(one, one)).isEmpty();
  }

  private static Stream<Subject> honest() {
    Subject rows = MemorySubjects.rows("rows-by-key", RowSink.Mode.KEY, Set.of());
    return Stream.of(Grade.references(), LegalSinks.all(), LegalSinks.further(), List.of(rows))
        .flatMap(List::stream);
  }

  @Test
  void honestSinks_areBlamedForNothing() {
    honest().forEach(VerdictsTest::requireNoBlame);
  }

  private static void requireNoBlame(Subject subject) {
    for (Schedule schedule : Schedules.all()) {
      Plan plan = Plan.control(schedule);
      assertThat(judge(subject, plan)).as(subject.name() + plan.token()).isEqualTo(Verdict.PASS);
      if (HARD.contains(schedule.id())) {
        for (Fault fault : List.of(Fault.K1, Fault.K9, Fault.K11)) {
          assertThat(judge(subject, at(plan, fault))).as(plan.token()).isEqualTo(Verdict.PASS);
        }
      }
    }
  }

  private static Plan at(Plan plan, Fault fault) {
    return plan.with(List.of(Injection.parse(fault + "@C1.barrier")));
  }

  private static Verdict judge(Subject subject, Plan plan) {
    return Checker.judge(history(subject, plan)).verdict();
  }

  private static Judgement judge(Token token) {
    return Checker.judge(history(Replay.subject(token.sink()), token.plan()));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"P7", "P7b", "P7c"})
  void processThatStoodStillInACommit_whileItsSuccessorWentBack_isNotBlamed(String schedule) {
    String zombie = ";seed=1;wake=committed;K10@C2.commit/Commit#1";

    assertThat(judge(Token.parse("reference-2pc;" + schedule + zombie)).violations()).isEmpty();
  }

  @Test
  void partOfACheckpoint_isAFailureWhereItIsNotDeclared() {
    History whole = history(Grade.references().get(0), Plan.control(Schedules.of("P0")));
    Header said = whole.header();
    Header silent =
        new Header(
            said.version(),
            said.sink(),
            said.contract(),
            said.view(),
            Set.of(),
            said.token(),
            said.faults(),
            said.sources());

    assertThat(Checker.judge(new History(silent, whole.events())).violations())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rule()).isEqualTo(Rule.T_1);
              assertThat(one.outcome()).isEqualTo(Outcome.PARTLY_VISIBLE_ACROSS_WRITERS);
              assertThat(one.checkpoint()).isEqualTo(1);
            });
  }

  @Test
  void refusalToStart_isAFailureUnlessAFaultMetPreflight() {
    History whole = history(Grade.references().get(0), Plan.control(Schedules.of("P0")));
    List<Event> events = new ArrayList<>(whole.events());
    int asked = 0;
    while (!(events.get(asked) instanceof Event.Asked)) {
      asked++;
    }
    events.set(asked, new Event.Asked(1, "exactly-once", true, List.of("no reply to SET")));

    assertThat(Checker.judge(new History(whole.header(), events)).violations())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.rule()).isEqualTo(Rule.SI_6);
              assertThat(one.toString()).contains("exactly-once").contains("no reply to SET");
            });

    events.add(asked, new Event.Injected(Injection.parse("K5@S1.recover/Set#1")));
    assertThat(Checker.judge(new History(whole.header(), events)).violations()).isEmpty();
  }

  @Test
  void runThatEndedEarly_isUnknown() {
    History whole = history(Grade.references().get(0), Plan.control(Schedules.of("P0")));
    History half = new History(whole.header(), whole.events().subList(0, 40));

    assertThat(Checker.judge(half).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(Checker.judge(half).why()).isEqualTo("the run was not made to its end");
  }
}
