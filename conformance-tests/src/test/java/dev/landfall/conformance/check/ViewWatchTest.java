package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.ABORT;
import static dev.landfall.conformance.model.Access.COMMIT;
import static dev.landfall.conformance.model.Access.CONFIRM;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers of committed and of confirmed data see, each in the shortest history. */
class ViewWatchTest {
  private static final String EARLY = " visible before durable, a/out/0/g1/o1, ";
  private static final String IN_PART =
      "T-1 part of a checkpoint visible for a while, across writers, checkpoint 1, a/out/";

  private static Story declared(Story story) {
    return story.declares(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS).put("s0:0", "k").put("s0:1", "k");
  }

  private static Story twoPhase() {
    return declared(Story.twoPhase());
  }

  private static Story writeAhead() {
    return declared(Story.writeAhead());
  }

  /** Process 1 has prepared two intervals, and the first of them is durable. */
  private static Story prepared() {
    return twoPhase()
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t1", "s0:0")
        .ends(1, "g1/o1")
        .writes(1, "g1/o2", "s0:1")
        .does(1, STAGE, "t2", "s0:1")
        .ends(1, "g1/o2")
        .durable(1, 1, "g1/o1");
  }

  // ---- what nobody wrote

  @Test
  void T_1_recordThatNobodyWrote() {
    assertThat(twoPhase().runs(1, 0).reads("?").violations())
        .containsExactly("T-1 the protocol was broken, first wrong record ?: nobody wrote it");
  }

  @Test
  void W_1_recordThatNobodyWrote() {
    assertThat(writeAhead().runs(1, 0).reads("?").violations())
        .containsExactly("W-1 the protocol was broken, first wrong record ?: nobody wrote it");
  }

  // ---- too early

  private static Story written(Story story) {
    return story.runs(1, 0).writes(1, "g1/o1", "s0:0");
  }

  @Test
  void T_1_visibleBeforeDurable() {
    assertThat(written(twoPhase()).shows(1, COMMIT, "t", List.of(), "s0:0").violations())
        .containsExactly(
            "T-1"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Commit#1, and no durable checkpoint"
                + " holds it");
  }

  @Test
  void T_1_whatWasVisibleTooEarly_isNotMissedAsWell() {
    assertThat(written(twoPhase()).shows(1, COMMIT, "t", List.of(), "s0:0").reads().violations())
        .singleElement()
        .asString()
        .startsWith("T-1 visible before");
  }

  @Test
  void T_1_visibleBeforeAnyRequest() {
    assertThat(written(twoPhase()).reads("s0:0").violations())
        .containsExactly(
            "T-1"
                + EARLY
                + "first wrong record s0:0: visible after nothing, and no durable checkpoint holds"
                + " it");
  }

  @Test
  void W_1_visibleBeforeDurable() {
    assertThat(written(writeAhead()).shows(1, CONFIRM, "c", List.of(), "s0:0").violations())
        .containsExactly(
            "W-1"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Confirm#1, and no durable"
                + " checkpoint holds it");
  }

  @Test
  void T_11_closeMakesItVisible() {
    Story story = written(twoPhase()).calls(1, "close", "a/out/0");

    assertThat(story.shows(1, COMMIT, "t", List.of(), "s0:0").violations())
        .containsExactly(
            "T-11"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Commit#1, and no durable checkpoint"
                + " holds it");
  }

  @Test
  void W_1_closeMakesItVisible() {
    Story story = written(writeAhead()).calls(1, "close", "a/out/0");

    assertThat(story.shows(1, CONFIRM, "c", List.of(), "s0:0").violations())
        .containsExactly(
            "W-1"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Confirm#1, and no durable"
                + " checkpoint holds it");
  }

  @Test
  void T_7_recoveryMakesItVisible() {
    Story story = written(twoPhase()).starts(2, 0).shows(2, COMMIT, "t", List.of(), "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-7"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Commit#1, and no durable checkpoint"
                + " holds it");
  }

  @Test
  void W_5_recoveryMakesItVisible() {
    Story story = written(writeAhead()).starts(2, 0).shows(2, CONFIRM, "c", List.of(), "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "W-5"
                + EARLY
                + "first wrong record s0:0: visible after C1.do/Confirm#1, and no durable"
                + " checkpoint holds it");
  }

  @Test
  void T_1_afterReadersHaveWaited_nobodyIsNamed() {
    Story story =
        written(twoPhase())
            .declares(Weakness.BLOCKED_UNTIL_RECOVERED)
            .does(1, STAGE, "t", "s0:0")
            .blocks()
            .does(1, COMMIT, "t")
            .reads("s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-1"
                + EARLY
                + "first wrong record s0:0: visible after nothing, and no durable checkpoint holds"
                + " it");
  }

  // ---- with the wrong commit

  @Test
  void SI_11_commitOfAnotherInterval_makesItVisible() {
    Story story =
        prepared()
            .durable(1, 2, "g1/o2")
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t1", List.of(), "s0:0", "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "SI-11 the protocol was broken, checkpoint 2, a/out/0/g1/o2, first wrong record s0:1:"
                + " the commit of a/out/0/g1/o1 made it visible, and it is part of another"
                + " interval");
  }

  @Test
  void SI_11_commitOfAnotherInterval_makesItVisibleBeforeItIsDurable() {
    Story story = prepared().commits(1, "g1/o1").shows(1, COMMIT, "t1", List.of(), "s0:0", "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "SI-11 visible before durable, a/out/0/g1/o2, first wrong record s0:1: the commit of"
                + " a/out/0/g1/o1 made it visible, and it is part of another interval");
  }

  @Test
  void T_1_anotherCallAboutAnInterval_isNoCommitOfIt() {
    Story story =
        prepared().calls(1, "liveness", "a/out/0/g1/o1").shows(1, COMMIT, "t1", List.of(), "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "T-1 visible before durable, a/out/0/g1/o2, first wrong record s0:1: visible after"
                + " C1.do/Commit#3, and no durable checkpoint holds it");
  }

  @Test
  void T_1_commitThatThrew_isOver() {
    Story story =
        prepared()
            .commits(1, "g1/o1")
            .fails(1, "commit", "a/out/0/g1/o1", "SinkException")
            .shows(1, COMMIT, "t1", List.of(), "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "T-1 visible before durable, a/out/0/g1/o2, first wrong record s0:1: visible after"
                + " C1.do/Commit#3, and no durable checkpoint holds it");
  }

  // ---- twice, and no more

  private static Story committed() {
    return prepared()
        .commits(1, "g1/o1")
        .shows(1, COMMIT, "t1", List.of(), "s0:0")
        .answers(1, "g1/o1", "COMMITTED");
  }

  @Test
  void T_3_visibleTwice() {
    assertThat(committed().shows(1, COMMIT, "t1", List.of(), "s0:0", "s0:0").violations())
        .containsExactly(
            "T-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: visible 2 times"
                + " after C1.do/Commit#4, first after C1.do/Commit#3");
  }

  @Test
  void T_3_visibleTwice_byTheRecoveryOfASuccessor() {
    Story story = committed().starts(2, 1).shows(2, COMMIT, "t1", List.of(), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: visible 2 times"
                + " after C1.do/Commit#4, first after C1.do/Commit#3");
  }

  @Test
  void T_7_visibleTwice_byOneRecovery() {
    Story story =
        prepared()
            .starts(2, 1)
            .shows(2, COMMIT, "t1", List.of(), "s0:0")
            .shows(2, COMMIT, "t1", List.of(), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-7 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: visible 2 times"
                + " after C1.do/Commit#4, first after C1.do/Commit#3");
  }

  @Test
  void T_3_visibleTwice_afterReadersHaveWaited() {
    Story story =
        prepared().declares(Weakness.BLOCKED_UNTIL_RECOVERED).blocks().reads("s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: visible 2 times"
                + " after nothing");
  }

  @Test
  void W_3_visibleTwice() {
    Story story =
        writeAhead()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .durable(1, 1, "g1/o1")
            .shows(1, CONFIRM, "c", List.of(), "s0:0")
            .shows(1, CONFIRM, "d", List.of(), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "W-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: visible 2 times"
                + " after C1.do/Confirm#2, first after C1.do/Confirm#1");
  }

  @Test
  void HO_15_repeatedAfterAnOlderRestore_thatNobodyHadAccepted() {
    Story story =
        committed()
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .does(2, STAGE, "t3", "s0:0")
            .ends(2, "g2/o1")
            .durable(2, 2, "g2/o1")
            .shows(2, COMMIT, "t3", List.of(), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "HO-15 duplicate, checkpoint 2, a/out/0/g2/o1, first wrong record s0:0: it was"
                + " committed, and again after an older checkpoint was restored, which nobody had"
                + " accepted");
  }

  @Test
  void T_6_noLongerVisible() {
    assertThat(committed().shows(1, ABORT, "t1", List.of()).violations())
        .containsExactly(
            "T-6 lost, or part of a checkpoint missing at the end, checkpoint 1, a/out/0/g1/o1,"
                + " first wrong record s0:0: no longer visible after C1.do/Abort#4");
  }

  // ---- from the dead

  @Test
  void T_8_requestOfTheDead_takesEffect() {
    Story story = prepared().sends(1, COMMIT, "t1").runs(2, 1).applied().reads("s0:0");

    assertThat(story.violations())
        .containsExactly(
            "T-8 effect of an old instance after recovery, checkpoint 1, a/out/0/g1/o1, first wrong"
                + " record s0:0: C1.do/Commit#3 of process 1 took effect after a successor had"
                + " recovered");
  }

  @Test
  void T_8_requestOfTheDead_isToldByWhatItChanged() {
    Story story =
        committed()
            .durable(1, 2, "g1/o2")
            .sends(1, COMMIT, "t2")
            .runs(2, 2)
            .applied()
            .reads("s0:0", "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "T-8 effect of an old instance after recovery, checkpoint 2, a/out/0/g1/o2, first wrong"
                + " record s0:1: C1.do/Commit#4 of process 1 took effect after a successor had"
                + " recovered");
  }

  @Test
  void T_8_requestOfTheDead_takesBackWhatWasExplained() {
    Story story =
        committed()
            .shows(1, COMMIT, "t1", List.of(), "s0:0", "s0:0")
            .sends(1, ABORT, "t1")
            .runs(2, 1)
            .applied()
            .reads("s0:0");

    assertThat(story.violations())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("T-8 effect of an old instance after recovery")
        .contains("C1.do/Abort#5 of process 1");
  }

  // ---- across writers

  /** Two writers, and a checkpoint that holds an interval of each. */
  private static Story twoWriters() {
    return Story.twoPhase()
        .put("s0:0", "k")
        .put("s1:0", "l")
        .starts(1, "a", 2, 0)
        .recovers(1)
        .writes(1, "g1/o1", "s0:0")
        .writes(1, "a/out/1/g1/o1", "s1:0")
        .durable(1, 1, "g1/o1", "a/out/1/g1/o1");
  }

  @Test
  void T_1_oneWriterOfACheckpoint_isVisible() {
    assertThat(twoWriters().reads("s1:0").violations())
        .containsExactly(
            IN_PART
                + "0/g1/o1, first wrong record s0:0: the checkpoint is visible in part (a sink may"
                + " declare PARTLY_VISIBLE_ACROSS_WRITERS)");
  }

  @Test
  void T_1_noWriterOfACheckpoint_isVisible() {
    assertThat(twoWriters().reads().violations()).isEmpty();
  }

  @Test
  void T_1_writerWithoutRecords_isNoPart() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .starts(1, "a", 2, 0)
            .recovers(1)
            .writes(1, "g1/o1", "s0:0")
            .endsWithNothing(1, "a/out/1/g1/o1")
            .durable(1, 1, "g1/o1", "a/out/1/g1/o1");

    assertThat(story.reads().violations()).isEmpty();
  }

  @Test
  void T_1_partOfACheckpointThatWasGivenUp_isNotMissed() {
    assertThat(twoWriters().runs(2, 0).reads("s1:0").violations()).isEmpty();
  }

  @Test
  void T_1_partThatIsExplained_isNotMissed() {
    Story story =
        twoWriters()
            .commits(1, "g1/o1")
            .answers(1, "g1/o1", "LOST")
            .shows(1, COMMIT, "t", List.of(), "s1:0");

    assertThat(story.violations())
        .containsExactly(
            "T-2 lost, or part of a checkpoint missing at the end, checkpoint 1, a/out/0/g1/o1,"
                + " first wrong record s0:0: commit answered LOST: what was prepared is gone, and"
                + " no time-out has passed");
  }
}
