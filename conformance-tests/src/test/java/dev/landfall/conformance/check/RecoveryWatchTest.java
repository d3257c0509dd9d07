package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.COMMIT;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.RawEntry.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What recovery leaves, whether it ends, and what preflight lets through, in short histories. */
class RecoveryWatchTest {
  private static final String STUCK = " recovery that never succeeds, ";

  // ---- preflight

  private static Story asksPreflight(Story story, long downtime, long timeout, String... errors) {
    return story.with(new Event.Preflight(1, downtime, timeout, List.of(errors)));
  }

  @Test
  void T_9_downtimeBeyondTheTimeOut_isLetThrough() {
    assertThat(asksPreflight(Story.twoPhase(), 900_001, 900_000).violations())
        .containsExactly(
            "T-9 the protocol was broken: preflight lets a pipeline start that may be down for"
                + " 900 s, on a store that ends transactions after 900 s");
  }

  @Test
  void T_9_downtimeWithinTheTimeOut_mayStart() {
    assertThat(asksPreflight(Story.twoPhase(), 900_000, 900_000).violations()).isEmpty();
  }

  @Test
  void T_9_downtimeBeyondTheTimeOut_isRefused() {
    assertThat(asksPreflight(Story.twoPhase(), 2, 1, "too long").violations()).isEmpty();
  }

  @Test
  void T_9_storeWithoutATimeOut() {
    assertThat(asksPreflight(Story.twoPhase(), 2, 0).violations()).isEmpty();
  }

  @Test
  void T_9_sinkWithoutTransactions() {
    assertThat(asksPreflight(Story.writeAhead(), 2, 1).violations()).isEmpty();
  }

  private static Story asks(boolean declared, String... errors) {
    return Story.keyed().with(new Event.Asked(1, "deletes", declared, List.of(errors)));
  }

  @Test
  void SI_6_whatIsNotDeclared_isLetThrough() {
    assertThat(asks(false).violations())
        .containsExactly(
            "SI-6 the protocol was broken: preflight lets a pipeline start that asks for deletes,"
                + " which the sink does not declare (declare it, or answer with an error)");
  }

  @Test
  void SI_6_whatIsDeclared_isRefused() {
    assertThat(asks(true, "no").violations())
        .containsExactly(
            "SI-6 the protocol was broken: the sink declares deletes and refuses: [no]");
  }

  @Test
  void SI_6_answerAsDeclared() {
    assertThat(asks(true).violations()).isEmpty();
    assertThat(asks(false, "no").violations()).isEmpty();
  }

  @Test
  void SI_6_refusalOfWhatIsDeclared_mayBeTheFaultsDoing() {
    assertThat(afterAFault(true, "no reply").violations()).isEmpty();
  }

  @Test
  void SI_6_fault_letsNothingThrough() {
    assertThat(afterAFault(false).violations()).hasSize(1);
  }

  private static Story afterAFault(boolean declared, String... errors) {
    return Story.keyed()
        .fault(Fault.K5)
        .with(new Event.Asked(1, "deletes", declared, List.of(errors)));
  }

  private static Story misspells(String... errors) {
    return Story.keyed().with(new Event.Misspelt(1, "urll", "url", List.of(errors)));
  }

  @Test
  void SI_7_unknownKey_isPassedOver() {
    assertThat(misspells().violations())
        .containsExactly(
            "SI-7 the protocol was broken: it opens with the key 'urll', which it does not know;"
                + " expected a refusal that names 'url'");
  }

  @Test
  void SI_7_refusal_doesNotNameWhatWasMeant() {
    assertThat(misspells("unknown key 'urll'").violations())
        .containsExactly(
            "SI-7 the protocol was broken: it refuses the key 'urll' with [unknown key 'urll'];"
                + " expected a refusal that names 'url'");
  }

  @Test
  void SI_7_refusal_namesWhatWasMeant() {
    assertThat(misspells("unknown key 'urll', expected 'url'").violations()).isEmpty();
  }

  // ---- what recovery leaves

  @Test
  void T_7_openTransactionOfAnOlderGeneration_isLeft() {
    Story story = Story.twoPhase().runs(1, 0).lies(Kind.OPEN_TRANSACTION, "g1/o1").runs(2, 0);

    assertThat(story.violations())
        .containsExactly(
            "T-7 readers or writers blocked after recovery, a/out/0/g1/o1: x/g1/o1 is still there"
                + " after process 2 has recovered");
  }

  @Test
  void T_7_preparedTransactionOfAnOlderGeneration_isLeft() {
    Story story = Story.twoPhase().runs(1, 0).lies(Kind.PREPARED_TRANSACTION, "g1/o1").runs(2, 0);

    assertThat(story.violations())
        .containsExactly(
            "T-7 readers or writers blocked after recovery, a/out/0/g1/o1: x/g1/o1 is still there"
                + " after process 2 has recovered");
  }

  @Test
  void T_7_uploadOfAnOlderGeneration_blocksNobody() {
    assertThat(Story.twoPhase().runs(1, 0).lies(Kind.UPLOAD, "g1/o1").runs(2, 0).violations())
        .isEmpty();
  }

  @Test
  void T_7_transactionOfTheOwnGeneration_mayBeThere() {
    Story story = Story.twoPhase().starts(1, 0).lies(Kind.OPEN_TRANSACTION, "g1/o1").recovers(1);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_7_transactionOfAnotherPipeline_isNobodysToEnd() {
    Story story =
        Story.twoPhase()
            .starts(1, "ab", 1, 0)
            .lies(Kind.OPEN_TRANSACTION, "ab/out/0/g1/o1")
            .runs(2, 0);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_7_logHasNoTransactions() {
    Story story = Story.writeAhead().runs(1, 0).lies(Kind.OPEN_TRANSACTION, "g1/o1").runs(2, 0);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_8_transactionOfTheDead_appears() {
    Story story =
        Story.twoPhase().runs(1, 0).runs(2, 0).lies(Kind.OPEN_TRANSACTION, "g1/o1", "g2/o1");

    assertThat(story.violations())
        .containsExactly(
            "T-8 effect of an old instance after recovery, a/out/0/g1/o1: x/g1/o1 was begun after"
                + " process 2 had recovered");
  }

  @Test
  void T_8_transactionOfTheDead_wasThereBefore() {
    Story story =
        Story.twoPhase()
            .runs(1, 0)
            .lies(Kind.OPEN_TRANSACTION, "g1/o1")
            .starts(2, 0)
            .lies(Kind.OPEN_TRANSACTION, "g1/o1", "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_8_uploadOfTheDead_isNoTransaction() {
    assertThat(Story.twoPhase().runs(1, 0).runs(2, 0).lies(Kind.UPLOAD, "g1/o1").violations())
        .isEmpty();
  }

  @Test
  void T_8_transactionWhoseNameDoesNotTell_isNobodys() {
    Story story =
        Story.twoPhase()
            .runs(1, 0)
            .runs(2, 0)
            .with(new Event.Raw(List.of(new RawEntry(Kind.OPEN_TRANSACTION, "slot-1", ""))));

    assertThat(story.violations()).isEmpty();
  }

  // ---- empty intervals

  private static Story empty(Story story) {
    return story.runs(1, 0).calls(1, "begin", "a/out/0/g1/o1");
  }

  @Test
  void T_10_prepareOfAnEmptyInterval_threw() {
    assertThat(empty(Story.twoPhase()).fails(1, "prepare", "a/out/0", "X").violations())
        .containsExactly(
            "T-10" + STUCK + "a/out/0/g1/o1: prepare of an interval without records threw no");
  }

  @Test
  void T_10_prepareOfAnIntervalWithRecords_mayThrow() {
    Story story = empty(Story.twoPhase().put("s0:0", "k")).writes(1, "g1/o1", "s0:0");

    assertThat(story.fails(1, "prepare", "a/out/0", "X").violations()).isEmpty();
  }

  @Test
  void T_10_prepareOfAnEmptyInterval_mayThrowAfterAFault() {
    Story story = empty(Story.twoPhase()).fault(Fault.K9).fails(1, "prepare", "a/out/0", "X");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_10_anotherCall_mayThrow() {
    assertThat(empty(Story.twoPhase()).fails(1, "write", "a/out/0", "X").violations()).isEmpty();
  }

  @Test
  void T_10_logPreparesNothing() {
    assertThat(empty(Story.writeAhead()).fails(1, "prepare", "a/out/0", "X").violations())
        .isEmpty();
  }

  // ---- stuck

  private static Story gaveUp(Story story) {
    return story.gone(1, Event.How.GAVE_UP);
  }

  private static Story durable(Story story) {
    return story
        .put("s0:0", "k")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t", "s0:0")
        .ends(1, "g1/o1")
        .durable(1, 1, "g1/o1");
  }

  @Test
  void I_4_replayNeverSucceeds() {
    Story story = Story.keyed().runs(1, 0).fails(1, "flush", "a/out/0", "X");

    assertThat(gaveUp(story).violations()).containsExactly("I-4" + STUCK + "a/out/0: that is why");
  }

  @Test
  void W_3_publishingNeverSucceeds() {
    assertThat(gaveUp(Story.writeAhead().runs(1, 0)).violations())
        .containsExactly("W-3 recovery that never succeeds: that is why");
  }

  @Test
  void W_4_tornLog_isStuck() {
    Story story = Story.writeAhead().runs(1, 0).lies(Kind.TORN_SEGMENT, "g1/o1");

    assertThat(gaveUp(story).violations())
        .containsExactly("W-4 recovery that never succeeds: that is why");
  }

  @Test
  void W_4_wholeLog_isNotTorn() {
    Story story = Story.writeAhead().runs(1, 0).lies(Kind.SEGMENT, "g1/o1");

    assertThat(gaveUp(story).violations())
        .containsExactly("W-3 recovery that never succeeds: that is why");
  }

  @Test
  void SI_8_badRecord_isRetriedForEver() {
    Story story = Story.keyed().bad("s0:0", "k").runs(1, 0).writes(1, "g1/o1", "s0:0");

    assertThat(gaveUp(story.does(1, PUT, "t", "s0:0")).violations())
        .containsExactly("SI-8 recovery that never succeeds, first wrong record s0:0: that is why");
  }

  @Test
  void I_4_goodRecord_isNamedAsTheLast() {
    Story story = Story.keyed().put("s0:0", "k").runs(1, 0).writes(1, "g1/o1", "s0:0");

    assertThat(gaveUp(story.does(1, PUT, "t", "s0:0")).violations())
        .containsExactly("I-4 recovery that never succeeds, first wrong record s0:0: that is why");
  }

  @Test
  void T_3_commitOfWhatIsVisible_isStuck() {
    Story story =
        durable(Story.twoPhase())
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t", List.of(), "s0:0")
            .fails(1, "commit", "a/out/0/g1/o1", "StoreUnavailableException");

    assertThat(gaveUp(story).violations())
        .containsExactly("T-3" + STUCK + "a/out/0/g1/o1: that is why");
  }

  @Test
  void T_7_anotherCallAboutWhatIsVisible_isStuck() {
    Story story =
        durable(Story.twoPhase())
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t", List.of(), "s0:0")
            .fails(1, "liveness", "a/out/0/g1/o1", "StoreUnavailableException");

    assertThat(gaveUp(story).violations())
        .containsExactly("T-7" + STUCK + "a/out/0/g1/o1: that is why");
  }

  @Test
  void T_7_commitOfWhatIsNotVisible_isStuck() {
    Story story = durable(Story.twoPhase()).fails(1, "commit", "a/out/0/g1/o1", "X");

    assertThat(gaveUp(story).violations())
        .containsExactly("T-7" + STUCK + "a/out/0/g1/o1, first wrong record s0:0: that is why");
  }

  @Test
  void T_5_commitOfWhatHasExpired_isStuck() {
    Story story =
        durable(Story.twoPhase()).fault(Fault.K11).fails(1, "commit", "a/out/0/g1/o1", "X");

    assertThat(gaveUp(story).violations())
        .containsExactly("T-5" + STUCK + "a/out/0/g1/o1, first wrong record s0:0: that is why");
  }

  @Test
  void T_7_startAfterTheTimeOut_isStuck() {
    assertThat(gaveUp(Story.twoPhase().runs(1, 0).fault(Fault.K11)).violations())
        .containsExactly("T-7 recovery that never succeeds: that is why");
  }

  @Test
  void HO_9_startWithMoreWriters_isStuck() {
    Story story = Story.twoPhase().runs(1, 0).starts(2, "a", 2, 0);

    assertThat(gaveUp(story).violations())
        .containsExactly("HO-9 recovery that never succeeds: that is why");
  }

  @Test
  void HO_9_startWithAsManyWriters_isStuckForAnotherReason() {
    assertThat(gaveUp(Story.twoPhase().runs(1, 0).starts(2, 0)).violations())
        .containsExactly("T-7 recovery that never succeeds: that is why");
  }

  @Test
  void HO_9_startWithMoreWriters_hadRecovered() {
    Story story = Story.twoPhase().runs(1, 0).starts(2, "a", 2, 0).recovers(2);

    assertThat(gaveUp(story).violations())
        .containsExactly("T-7 recovery that never succeeds: that is why");
  }

  @Test
  void whatWasToldWhenItHappened_isNotToldAgain() {
    assertThat(gaveUp(asks(false).runs(1, 0)).violations()).hasSize(1);
  }

  @Test
  void processThatWasKilled_isNotStuck() {
    assertThat(Story.twoPhase().runs(1, 0).gone(1, Event.How.KILLED).violations()).isEmpty();
  }
}
