package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.ABORT;
import static dev.landfall.conformance.model.Access.COMMIT;
import static dev.landfall.conformance.model.Access.CONFIRM;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.READ;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether what a commit answers is true, each in the shortest history. */
class CommitWatchTest {
  private static final String FIRST = ", checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: ";
  private static final String UNTRUE = " success reported and not true" + FIRST;
  private static final String LOSS = " lost, or part of a checkpoint missing at the end" + FIRST;
  private static final String UNSEEN = " while a reader does not see it";

  /** One interval of one record, in durable checkpoint 1. */
  private static Story durable(Story story) {
    return story
        .declares(Weakness.REPEATED_AFTER_OLDER_RESTORE)
        .put("s0:0", "k")
        .put("s0:1", "k")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t/a/out/0/g1/o1", "s0:0")
        .ends(1, "g1/o1")
        .durable(1, 1, "g1/o1");
  }

  private static Story twoPhase() {
    return durable(Story.twoPhase());
  }

  private static Story writeAhead() {
    return durable(Story.writeAhead());
  }

  private static Story visible(Story story) {
    return story.commits(1, "g1/o1").shows(1, COMMIT, "t/a/out/0/g1/o1", List.of(), "s0:0");
  }

  // ---- committed, and nobody sees it

  @Test
  void T_12_committedAndNotVisible() {
    assertThat(twoPhase().commits(1, "g1/o1").answers(1, "g1/o1", "COMMITTED").violations())
        .containsExactly("T-12" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_4_alreadyCommittedAndNotVisible() {
    assertThat(twoPhase().commits(1, "g1/o1").answers(1, "g1/o1", "ALREADY_COMMITTED").violations())
        .containsExactly("T-4" + UNTRUE + "commit answered ALREADY_COMMITTED" + UNSEEN);
  }

  @Test
  void T_12_recoveryAsked_andCommitIsNotVisible() {
    Story story =
        twoPhase()
            .starts(2, 1)
            .commits(2, "g1/o1")
            .does(2, COMMIT, "t/a/out/0/g1/o1")
            .answers(2, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("T-12" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_7_recoveryDidNotAsk() {
    Story story = twoPhase().starts(2, 1).commits(2, "g1/o1").answers(2, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("T-7" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_7_recoveryOnlyRead() {
    Story story =
        twoPhase()
            .starts(2, 1)
            .commits(2, "g1/o1")
            .does(2, READ, "t/a/out/0/g1/o1")
            .answers(2, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("T-7" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_7_requestOfAPredecessor_isNoneOfThisRecovery() {
    Story story =
        twoPhase()
            .commits(1, "g1/o1")
            .sends(1, COMMIT, "t/a/out/0/g1/o1")
            .starts(2, 1)
            .commits(2, "g1/o1")
            .answers(2, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("T-7" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_7_requestForAnotherInterval_isNoneForThis() {
    Story story =
        twoPhase()
            .starts(2, 1)
            .commits(2, "a/out/1/g1/o1")
            .does(2, COMMIT, "t/a/out/1/g1/o1")
            .answers(2, "a/out/1/g1/o1", "COMMITTED")
            .commits(2, "g1/o1")
            .answers(2, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("T-7" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void W_2_publishedAndNotVisible() {
    assertThat(writeAhead().commits(1, "g1/o1").answers(1, "g1/o1", "COMMITTED").violations())
        .containsExactly("W-2" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void W_4_publishedAndNotVisible_becauseOfATornLog() {
    Story story =
        writeAhead()
            .lies(RawEntry.Kind.TORN_SEGMENT, "g1/o1")
            .commits(1, "g1/o1")
            .answers(1, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly("W-4" + UNTRUE + "commit answered COMMITTED" + UNSEEN);
  }

  @Test
  void T_12_nothingIsSaidWhileReadersWait() {
    Story story =
        twoPhase()
            .declares(Weakness.BLOCKED_UNTIL_RECOVERED)
            .blocks()
            .commits(1, "g1/o1")
            .answers(1, "g1/o1", "COMMITTED");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_12_whatWasRepeatedOnPurpose_isVisibleOnceMore() {
    Story story =
        repeated()
            .shows(2, COMMIT, "t/a/out/0/g2/o1", List.of(), "s0:0", "s0:0")
            .answers(2, "g2/o1", "COMMITTED");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_12_whatAnOlderRestoreHasLeft_isNotThisCommits() {
    assertThat(repeated().answers(2, "g2/o1", "COMMITTED").violations())
        .containsExactly(
            "T-12 success reported and not true, checkpoint 2, a/out/0/g2/o1, first wrong record"
                + " s0:0: commit answered COMMITTED"
                + UNSEEN);
  }

  @Test
  void T_12_whatWasFoundCommittedBeforeAnOlderRestore_isNotThisCommitsEither() {
    Story before = visible(twoPhase()).answers(1, "g1/o1", "ALREADY_COMMITTED");

    assertThat(goesBack(before).answers(2, "g2/o1", "COMMITTED").violations())
        .singleElement()
        .asString()
        .startsWith("T-12 ");
  }

  @Test
  void T_12_whatWasNotCommittedBeforeAnOlderRestore_hasLeftNothing() {
    Story story =
        goesBack(twoPhase())
            .shows(2, COMMIT, "t/a/out/0/g2/o1", List.of(), "s0:0")
            .answers(2, "g2/o1", "COMMITTED");

    assertThat(story.violations()).isEmpty();
  }

  /** Committed, then given up on purpose, and prepared again: its commit has been called. */
  private static Story repeated() {
    return goesBack(visible(twoPhase()).answers(1, "g1/o1", "COMMITTED"));
  }

  private static Story goesBack(Story story) {
    return story
        .with(new Event.Started(2, "a", 1, 0, true), new Event.Took(2, 2))
        .recovers(2)
        .writes(2, "g2/o1", "s0:0")
        .does(2, STAGE, "t/a/out/0/g2/o1", "s0:0")
        .ends(2, "g2/o1")
        .durable(2, 2, "g2/o1")
        .commits(2, "g2/o1");
  }

  // ---- given up

  @Test
  void T_2_lost_andNoTimeOutHasPassed() {
    assertThat(twoPhase().commits(1, "g1/o1").answers(1, "g1/o1", "LOST").violations())
        .containsExactly(
            "T-2"
                + LOSS
                + "commit answered LOST: what was prepared is gone, and no time-out has passed");
  }

  @Test
  void T_2_inDoubt_andNoTimeOutHasPassed() {
    assertThat(twoPhase().commits(1, "g1/o1").answers(1, "g1/o1", "IN_DOUBT").violations())
        .containsExactly(
            "T-2"
                + LOSS
                + "commit answered IN_DOUBT: what was prepared is gone, and no time-out has"
                + " passed");
  }

  @Test
  void T_5_lostAfterTheTimeOut_isLoudAndAllowed() {
    Story story = twoPhase().fault(Fault.K11).commits(1, "g1/o1").answers(1, "g1/o1", "LOST");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_2_lostAfterAnotherFault() {
    Story story = twoPhase().fault(Fault.K9).commits(1, "g1/o1").answers(1, "g1/o1", "LOST");

    assertThat(story.violations()).singleElement().asString().startsWith("T-2" + LOSS);
  }

  @Test
  void W_4_lost_thoughALogHasNoTimeOut() {
    Story story = writeAhead().fault(Fault.K11).commits(1, "g1/o1").answers(1, "g1/o1", "LOST");

    assertThat(story.violations())
        .containsExactly(
            "W-4"
                + LOSS
                + "commit answered LOST: what was prepared is gone, and no time-out has passed");
  }

  @Test
  void T_3_lost_forWhatReadersSee() {
    assertThat(visible(twoPhase()).answers(1, "g1/o1", "LOST").violations())
        .containsExactly(
            "T-3 the protocol was broken" + FIRST + "commit answered LOST for what readers see");
  }

  @Test
  void W_3_lost_forWhatReadersSee() {
    assertThat(visible(writeAhead()).answers(1, "g1/o1", "LOST").violations())
        .containsExactly(
            "W-3 the protocol was broken" + FIRST + "commit answered LOST for what readers see");
  }

  @Test
  void T_2_lostInterval_withoutRecords() {
    Story story =
        Story.twoPhase()
            .runs(1, 0)
            .ends(1, "g1/o1")
            .durable(1, 1, "g1/o1")
            .commits(1, "g1/o1")
            .answers(1, "g1/o1", "LOST");

    assertThat(story.violations())
        .containsExactly(
            "T-2 lost, or part of a checkpoint missing at the end, checkpoint 1, a/out/0/g1/o1:"
                + " commit answered LOST: what was prepared is gone, and no time-out has passed");
  }

  // ---- threw

  @Test
  void T_3_commitOfWhatIsCommitted_threw() {
    Story story =
        visible(twoPhase())
            .answers(1, "g1/o1", "COMMITTED")
            .commits(1, "g1/o1")
            .fails(1, "commit", "a/out/0/g1/o1", "SinkException");

    assertThat(story.violations())
        .containsExactly(
            "T-3 recovery that never succeeds"
                + FIRST
                + "commit of what is committed threw SinkException: no");
  }

  @Test
  void W_3_commitOfWhatIsCommitted_threw() {
    Story story = visible(writeAhead()).fails(1, "commit", "a/out/0/g1/o1", "SinkException");

    assertThat(story.violations())
        .containsExactly(
            "W-3 recovery that never succeeds"
                + FIRST
                + "commit of what is committed threw SinkException: no");
  }

  @Test
  void T_3_commitThatMayBeTriedAgain_mayThrow() {
    Story story =
        visible(twoPhase()).fails(1, "commit", "a/out/0/g1/o1", "StoreUnavailableException");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_3_oldInstance_mayThrow() {
    Story story =
        visible(twoPhase()).runs(2, 1).fails(1, "commit", "a/out/0/g1/o1", "SinkException");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_3_commitOfWhatIsNotCommitted_mayThrow() {
    Story story =
        twoPhase().commits(1, "g1/o1").fails(1, "commit", "a/out/0/g1/o1", "SinkException");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_3_anotherCall_mayThrow() {
    Story story = visible(twoPhase()).fails(1, "liveness", "a/out/0/g1/o1", "SinkException");

    assertThat(story.violations()).isEmpty();
  }

  // ---- completed

  @Test
  void HO_5_completedWithoutACommit() {
    assertThat(twoPhase().completes(1, 1).violations())
        .containsExactly("HO-5" + LOSS + "checkpoint 1 completed, and nobody asked for its commit");
  }

  @Test
  void HO_5_completedAfterItsCommit() {
    Story story = visible(twoPhase()).answers(1, "g1/o1", "COMMITTED").completes(1, 1);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_5_intervalThatNoCheckpointHolds_isNotDue() {
    Story story =
        visible(twoPhase())
            .answers(1, "g1/o1", "COMMITTED")
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t/a/out/0/g1/o2", "s0:1")
            .ends(1, "g1/o2")
            .completes(1, 1);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_5_laterCheckpoint_isNotDue() {
    Story story =
        visible(twoPhase())
            .answers(1, "g1/o1", "COMMITTED")
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t/a/out/0/g1/o2", "s0:1")
            .ends(1, "g1/o2")
            .durable(1, 2, "g1/o2")
            .completes(1, 1);

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_5_whatWasGivenUp_isNotDue() {
    assertThat(twoPhase().runs(2, 0).completes(2, 1).violations()).isEmpty();
  }

  @Test
  void HO_5_anotherPipeline_isNotDue() {
    assertThat(twoPhase().starts(2, "b", 1, 0).recovers(2).completes(2, 1).violations()).isEmpty();
  }

  // ---- confirmed

  /** Process 1 publishes, and confirms before its data is complete. */
  private static Story confirming(Story story) {
    return story.commits(1, "g1/o1").sends(1, CONFIRM, "confirmations/1");
  }

  @Test
  void W_2_confirmedBeforeItsData() {
    assertThat(confirming(writeAhead()).applied().answered("").violations())
        .containsExactly(
            "W-2" + UNTRUE + "C1.do/Confirm#2 confirmed it while its data was not complete");
  }

  @Test
  void W_4_confirmedBeforeItsData_becauseOfATornLog() {
    Story story = writeAhead().lies(RawEntry.Kind.TORN_SEGMENT, "g1/o1");

    assertThat(confirming(story).applied().answered("").violations())
        .containsExactly(
            "W-4" + UNTRUE + "C1.do/Confirm#2 confirmed it while its data was not complete");
  }

  @Test
  void W_2_confirmationThatWasRefused_confirmsNothing() {
    assertThat(confirming(writeAhead()).answered("CONFLICT: there").violations()).isEmpty();
  }

  @Test
  void W_2_confirmationOfTheDead_isForAnotherRule() {
    assertThat(confirming(writeAhead()).applied().runs(2, 1).answered("").violations()).isEmpty();
  }

  @Test
  void W_2_otherRequest_confirmsNothing() {
    assertThat(writeAhead().commits(1, "g1/o1").does(1, PUT, "data", "s0:0").violations())
        .isEmpty();
  }

  @Test
  void W_2_confirmationWithItsData() {
    Story story = confirming(writeAhead()).applied().reads("s0:0").answered("");

    assertThat(story.violations()).isEmpty();
  }

  // ---- at close

  @Test
  void T_11_closeCommitsWhatWasPrepared() {
    Story story =
        twoPhase()
            .declares(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS)
            .calls(1, "close", "a/out/0")
            .does(1, COMMIT, "t/a/out/0/g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "T-11 the protocol was broken"
                + FIRST
                + "close of a/out/0 sent Commit for what was prepared");
  }

  @Test
  void T_11_closeAbortsAPartOfWhatWasPrepared() {
    Story story = twoPhase().calls(1, "close", "a/out/0").does(1, ABORT, "t/a/out/0/g1/o1/part");

    assertThat(story.violations())
        .containsExactly(
            "T-11 the protocol was broken"
                + FIRST
                + "close of a/out/0 sent Abort for what was prepared");
  }

  @Test
  void T_11_closeAbortsWhatIsStillOpen() {
    Story story =
        twoPhase()
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t/a/out/0/g1/o2", "s0:1")
            .calls(1, "close", "a/out/0")
            .does(1, ABORT, "t/a/out/0/g1/o2");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_11_closeReads() {
    assertThat(
            twoPhase().calls(1, "close", "a/out/0").does(1, READ, "t/a/out/0/g1/o1").violations())
        .isEmpty();
  }

  @Test
  void T_11_closeThatThrew_isOver() {
    Story story =
        twoPhase()
            .calls(1, "close", "a/out/0")
            .fails(1, "close", "a/out/0", "SinkException")
            .does(1, COMMIT, "t/a/out/0/g1/o1");

    assertThat(story.violations()).isEmpty();
  }
}
