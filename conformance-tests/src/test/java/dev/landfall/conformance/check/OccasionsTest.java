package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.broken.BrokenSink;
import dev.landfall.conformance.broken.BrokenSinks;
import dev.landfall.conformance.broken.FurtherSinks;
import dev.landfall.conformance.explore.Exploration;
import dev.landfall.conformance.explore.Exploration.Depth;
import dev.landfall.conformance.host.Plan;
import dev.landfall.conformance.host.Run;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.replay.Replay;
import dev.landfall.conformance.schedule.Schedules;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A rule counts as kept only where it could have been broken. */
class OccasionsTest {
  @Test
  void aPlainRun_isNoOccasionForWhatGoesWrong() {
    assertThat(occasions("reference-2pc", "P0"))
        .contains(Rule.HO_1, Rule.HO_4, Rule.SI_11, Rule.T_1, Rule.T_12)
        .doesNotContain(Rule.HO_6, Rule.HO_9, Rule.HO_11, Rule.HO_15, Rule.SI_8, Rule.T_8);
  }

  @Test
  void HO_9_isJudgedByAChangeOfParallelismAlone() {
    assertThat(occasions("reference-2pc", "P9")).contains(Rule.HO_9);
    assertThat(occasions("reference-2pc", "P6")).doesNotContain(Rule.HO_9).contains(Rule.T_2);
  }

  @Test
  void HO_15_isJudgedWhereAnOlderCheckpointIsRestored_ofSinksThatCommit() {
    assertThat(occasions("reference-wal", "P7")).contains(Rule.HO_15);
    assertThat(occasions("reference-idempotent", "P7")).doesNotContain(Rule.HO_15);
  }

  @Test
  void I_5_isJudgedOfASinkThatClaimsToBeMonotonic() {
    assertThat(occasions("reference-idempotent", "P5")).contains(Rule.I_4).doesNotContain(Rule.I_5);
    assertThat(occasions("x09", "P5")).contains(Rule.I_5);
  }

  @Test
  void whatIsMissing_isNamedWithTheReason() {
    assertThat(Occasions.missing(Contract.TWO_PHASE, EnumSet.complementOf(EnumSet.of(Rule.HO_9))))
        .hasToString("{HO-9=no run had a change of parallelism}");
  }

  @Test
  void aRuleThatIsFoundBroken_hadAnOccasion() {
    assertThat(
            Stream.of(BrokenSinks.all(), FurtherSinks.all())
                .flatMap(sinks -> sinks.stream())
                .filter(OccasionsTest::isCaughtWithoutAnOccasion)
                .map(BrokenSink::id))
        .isEmpty();
  }

  private static boolean isCaughtWithoutAnOccasion(BrokenSink sink) {
    return firstCatch(sink).filter(run -> !Occasions.of(run).contains(sink.rule())).isPresent();
  }

  private static Optional<History> firstCatch(BrokenSink sink) {
    AtomicReference<Optional<History>> caught = new AtomicReference<>(Optional.empty());
    new Exploration(
            sink.subject(),
            Depth.FIRST_OF_EACH_KIND,
            (plan, outing, judgement) -> {
              // Names that differ between two runs are no matter of one history.
              if (breaks(Checker.judge(outing.history()), sink.rule())) {
                caught.set(Optional.of(outing.history()));
              }
              return !breaks(judgement, sink.rule());
            })
        .through(Schedules.all());
    return caught.get();
  }

  private static boolean breaks(Judgement judgement, Rule rule) {
    return judgement.violations().stream().anyMatch(one -> one.rule() == rule);
  }

  private static Set<Rule> occasions(String sink, String schedule) {
    return Occasions.of(
        Run.of(Replay.subject(sink), Plan.control(Schedules.of(schedule))).history());
  }
}
