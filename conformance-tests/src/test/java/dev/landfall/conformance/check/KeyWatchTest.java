package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.READ;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What readers of idempotent writing see (I-1 to I-5), each in the shortest history that shows it.
 */
class KeyWatchTest {
  private static final String SEEN =
      "I-5 older value seen after newer, gone by the first checkpoint after recovery, ";
  private static final String REMEDY = " (a sink may declare OLDER_VALUE_SEEN)";

  /** Three records of one key; what is seen before its checkpoint is nobody's concern here. */
  private static Story puts() {
    return Story.keyed()
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .put("s0:1", "k")
        .put("s0:2", "k");
  }

  /** Put, deleted, put again. */
  private static Story putsAndDeletes() {
    return Story.keyed()
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .delete("s0:1", "k")
        .put("s0:2", "k");
  }

  private static Story rows() {
    return Story.rows().declares(Weakness.VISIBLE_BEFORE_DURABLE).put("s0:0", "k").put("s0:1", "k");
  }

  // ---- one process

  @Test
  void I_3_lastOperationOfAKey_isThereWhenFlushComesBack() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_3_anEarlierOperation_hasWon() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:1"), "k=s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-3 order per key changed, a/out/0/g1/o1, first wrong record s0:1: key k holds s0:0,"
                + " expected the last one, s0:1"
                + " (handed to process 1; the key was last changed by C1.do/Put#2 of process 1)");
  }

  @Test
  void I_3_aLaterOperationOfTheSameProcess_isNoExcuse() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:1"), "k=s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-3 order per key changed, a/out/0/g1/o1, first wrong record s0:0: key k holds s0:1,"
                + " expected the last one, s0:0"
                + " (handed to process 1; the key was last changed by C1.do/Put#2 of process 1)");
  }

  @Test
  void I_3_whatWasDeleted_isStillThere() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .does(1, PUT, "t", "s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-3 aborted or deleted data comes back, a/out/0/g1/o1, first wrong record s0:1: key k"
                + " was deleted and holds s0:0"
                + " (handed to process 1; the key was last changed by C1.do/Put#1 of process 1)");
  }

  @Test
  void I_3_whatWasDeleted_isGone() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:1"))
            .ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_2_keyGoesAwayForAMoment_andNobodyDeletedIt() {
    Story story =
        puts()
            .delete("s1:0", "l")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1", "s1:0")
            .shows(1, PUT, "t", List.of("s0:0", "s1:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:1"))
            .shows(1, PUT, "t", List.of("s0:1"), "k=s0:1")
            .shows(1, PUT, "t", List.of("s0:1"))
            .shows(1, PUT, "t", List.of("s0:1"), "k=s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations()).containsExactly(gone("s0:0", "Put#2 of process 1"));
  }

  @Test
  void I_2_keyGoesAway_beforeItsDeleteIsHandedOver() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:0"));

    assertThat(story.violations()).containsExactly(gone("s0:0", "Put#2 of process 1"));
  }

  @Test
  void I_2_keyGoesAway_whoseValueWasToldBefore() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .rejects(1, "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=x")
            .shows(1, PUT, "t", List.of("s0:0"));

    assertThat(story.violations())
        .containsExactly(
            "SI-8 lost, or part of a checkpoint missing at the end, first wrong record s0:0: a good"
                + " record was rejected",
            "I-4 the protocol was broken, first wrong record x: key k holds it, and nobody wrote"
                + " it");
  }

  @Test
  void I_2_keyGoesAway_whoseValueWasEarly() {
    Story story =
        Story.keyed()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:0"));

    assertThat(story.violations()).singleElement().asString().startsWith("I-4 visible before");
  }

  @Test
  void I_5_firstRecordOfItsSplit_deletedLate() {
    Story story =
        Story.keyed()
            .declares(Weakness.VISIBLE_BEFORE_DURABLE)
            .delete("s0:0", "k")
            .put("s0:1", "k")
            .put("s0:2", "l")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0", "s0:1")
            .shows(2, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:2"), "l=s0:2");

    assertThat(story.violations())
        .containsExactly(
            "I-5 effect of an old instance after recovery, a/out/0/g2/o1, first wrong record s0:1:"
                + " C1.do/Put#2 of process 1 changed key k (a sink may declare"
                + " EFFECT_OF_OLD_INSTANCE)");
  }

  @Test
  void I_2_keyTakenAwayByALateRequestOfItsValue_isNotOlder() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:0"));

    assertThat(story.violations())
        .singleElement()
        .asString()
        .startsWith("I-2 ")
        .endsWith("C1.do/Put#2 of process 1, and nobody deleted it");
  }

  @Test
  void I_5_lateDeleteOfWhatIsOlder_isNoOlderDelete() {
    Story story =
        Story.keyed()
            .declares(Weakness.VISIBLE_BEFORE_DURABLE)
            .put("s0:0", "k")
            .put("s0:1", "k")
            .delete("s0:2", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0", "s0:1")
            .shows(2, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .shows(1, PUT, "t", List.of("s0:2"));

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_3_lateRequestOfTheLastWriter_isNoExcuse() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .ends(1, "g1/o1")
            .starts(2, 0)
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .settles();

    assertThat(story.violations())
        .containsExactly(
            "I-3 order per key changed, a/out/0/g1/o1, first wrong record s0:1: key k holds s0:0,"
                + " expected the last one, s0:1"
                + " (handed to process 1; the key was last changed by C1.do/Put#2 of process 1)");
  }

  private static String gone(String record, String after) {
    return "I-2 lost, or part of a checkpoint missing at the end, a/out/0/g"
        + after.charAt(after.length() - 1)
        + "/o1, first wrong record "
        + record
        + ": key k is no longer there after C1.do/"
        + after
        + ", and nobody deleted it";
  }

  @Test
  void I_2_keyIsNotThere_whenFlushComesBack() {
    Story story =
        puts().runs(1, 0).writes(1, "g1/o1", "s0:0").does(1, PUT, "t", "s0:0").ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-2 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first wrong"
                + " record s0:0: flush came back, and key k is not there"
                + " (handed to process 1; no request has changed the key)");
  }

  @Test
  void I_2_keyIsNotThere_isToldWithItsCheckpoint() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, PUT, "t", "s0:0")
            .durable(1, 7, "g1/o1")
            .settles();

    assertThat(story.violations())
        .containsExactly(
            "I-2 lost, or part of a checkpoint missing at the end, checkpoint 7, a/out/0/g1/o1,"
                + " first wrong record s0:0: flush came back, and key k is not there"
                + " (handed to process 1; no request has changed the key)");
  }

  @Test
  void I_3_whatWasRejected_isNoOperation() {
    Story story =
        puts()
            .bad("s0:3", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2", "s0:3")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1", "s0:2", "s0:3"), "k=s0:2")
            .rejects(1, "s0:3")
            .ends(1, "g1/o1")
            .settles();

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_3_whatWasRejectedForNothing_isToldOnce() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .rejects(1, "s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-8 lost, or part of a checkpoint missing at the end, first wrong record s0:1: a good"
                + " record was rejected");
  }

  @Test
  void I_2_whatAnotherRuleHasTold_isNotToldAgain() {
    Story story =
        puts()
            .put("s1:0", "l")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s1:0")
            .shows(1, PUT, "t", List.of("s1:0"), "l=s1:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-11 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first wrong"
                + " record s0:0: the record was taken and is not part of its interval: no request"
                + " carried it");
  }

  @Test
  void I_4_visibleBeforeItsCheckpoint_isAFailureWhereItIsNotDeclared() {
    Story story =
        Story.keyed()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0");

    assertThat(story.violations())
        .containsExactly(
            "I-4 visible before durable, a/out/0/g1/o1, first wrong record s0:0: no durable"
                + " checkpoint holds it yet (a sink may declare VISIBLE_BEFORE_DURABLE)");
  }

  @Test
  void I_4_visibleAfterItsCheckpoint_isAsItShouldBe() {
    Story story =
        Story.keyed()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .durable(1, 1, "g1/o1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_4_valueThatNobodyWrote_isTold() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=?")
            .ends(1, "g1/o1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-4 the protocol was broken, first wrong record ?: key k holds it, and nobody wrote"
                + " it");
  }

  // ---- what a dead process had written

  @Test
  void I_5_replayBehindWhatItsPredecessorWrote_losesAgainstIt() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .does(2, PUT, "t", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_5_replayBehindWhatItsPredecessorDeleted_losesAgainstIt() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"))
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .does(2, PUT, "t", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_5_replayBehindWhatItsPredecessorWrote_whereRequestsTellNoRecords() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of(), "k=s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .does(2, PUT, "t")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_2_whatAPredecessorHadWrittenBefore_isNoExcuseForALoss() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .durable(1, 1, "g1/o1")
            .runs(2, 1)
            .writes(2, "g2/o1", "s0:1")
            .does(2, PUT, "t", "s0:1")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-3 order per key changed, a/out/0/g2/o1, first wrong record s0:1: key k holds s0:0,"
                + " expected the last one, s0:1"
                + " (handed to process 2; the key was last changed by C1.do/Put#1 of process 1)");
  }

  @Test
  void I_2_keyThatAPredecessorHadWrittenAsWell_isNotThere() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, PUT, "t", "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .does(2, PUT, "t", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-2 lost, or part of a checkpoint missing at the end, a/out/0/g2/o1, first wrong"
                + " record s0:0: flush came back, and key k is not there"
                + " (handed to process 2; no request has changed the key)");
  }

  @Test
  void I_5_replayOverwritesWhatWasNewer() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0");

    assertThat(story.violations())
        .containsExactly(
            SEEN + "a/out/0/g2/o1, first wrong record s0:0: key k held the newer s0:1" + REMEDY);
  }

  @Test
  void I_5_replayBringsBackWhatWasDeletedLater() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .shows(1, PUT, "t", List.of("s0:1"))
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0");

    assertThat(story.violations())
        .containsExactly(
            SEEN + "a/out/0/g2/o1, first wrong record s0:0: key k was deleted later" + REMEDY);
  }

  @Test
  void I_5_theSameValueAgain_isNotOlder() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .sends(2, PUT, "t", "s0:0")
            .applied()
            .reads()
            .reads("k=s0:0")
            .answered("")
            .ends(2, "g2/o1");

    assertThat(story.violations()).containsExactly(gone("s0:0", "Put#2 of process 2"));
  }

  @Test
  void I_5_recordThatTheStoreRefuses_isNoNewerValue() {
    Story story =
        Story.keyed()
            .declares(Weakness.VISIBLE_BEFORE_DURABLE)
            .put("s0:0", "k")
            .bad("s0:1", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .does(1, PUT, "t", "s0:0", "s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0");

    assertThat(story.violations()).isEmpty();
  }

  // ---- a late request of a dead process

  /** Process 1 has sent its first record (request 1), and process 2 has replayed all of them. */
  private static Story late(Story story) {
    return story
        .declares(Weakness.EFFECT_OF_OLD_INSTANCE)
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0", "s0:1")
        .sends(1, PUT, "t", "s0:0", "s0:1")
        .runs(2, 0)
        .writes(2, "g2/o1", "s0:0", "s0:1", "s0:2")
        .shows(2, PUT, "t", List.of("s0:0", "s0:1", "s0:2"), "k=s0:2");
  }

  @Test
  void I_5_lateRequest_putsAnOlderValueThere() {
    Story story =
        puts()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .sends(1, PUT, "t", "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0", "s0:1")
            .shows(2, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .arrives(1)
            .reads("k=s0:0");

    assertThat(story.violations())
        .containsExactly(
            "I-5 effect of an old instance after recovery, a/out/0/g2/o1, first wrong record s0:0:"
                + " C1.do/Put#1 of process 1 changed key k (a sink may declare"
                + " EFFECT_OF_OLD_INSTANCE)");
  }

  @Test
  void I_5_lateRequest_deletesWhatIsNewer() {
    Story story =
        putsAndDeletes()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .sends(1, PUT, "t", "s0:0", "s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0", "s0:1", "s0:2")
            .shows(2, PUT, "t", List.of("s0:0", "s0:1", "s0:2"), "k=s0:2")
            .arrives(1)
            .reads();

    assertThat(story.violations())
        .containsExactly(
            "I-5 effect of an old instance after recovery, a/out/0/g2/o1, first wrong record s0:2:"
                + " C1.do/Put#1 of process 1 changed key k (a sink may declare"
                + " EFFECT_OF_OLD_INSTANCE)");
  }

  @Test
  void I_5_lateRequestOfTheSameDelete_changesNothingToAnOlder() {
    Story story =
        Story.keyed()
            .declares(Weakness.VISIBLE_BEFORE_DURABLE)
            .put("s0:0", "k")
            .delete("s0:1", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .sends(1, PUT, "t", "s0:1")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0", "s0:1")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0")
            .arrives(1)
            .reads()
            .does(2, PUT, "t", "s0:1")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_5_olderValueOfALateRequest_isThereWhenFlushComesBack() {
    Story story = late(puts()).arrives(1).reads("k=s0:1").ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(
            SEEN
                + "a/out/0/g2/o1, first wrong record s0:2: key k holds s0:1"
                + " (handed to process 2; the key was last changed by C1.do/Put#1 of process 1)"
                + REMEDY);
  }

  @Test
  void I_5_olderValueOfALateRequest_stays() {
    Story story =
        late(puts())
            .declares(Weakness.OLDER_VALUE_SEEN)
            .arrives(1)
            .reads("k=s0:1")
            .ends(2, "g2/o1")
            .settles();

    assertThat(story.violations())
        .containsExactly(
            "I-5 older value stays for good through a late request of a dead instance,"
                + " a/out/0/g2/o1, first wrong record s0:2: key k holds s0:1"
                + " (handed to process 2; the key was last changed by C1.do/Put#1 of process 1) (a sink may declare OLDER_VALUE_STAYS)");
  }

  @Test
  void I_5_deleteOfALateRequest_stays() {
    Story story = late(putsAndDeletes()).arrives(1).reads().settles();

    assertThat(story.violations())
        .containsExactly(
            "I-5 older value stays for good through a late request of a dead instance,"
                + " a/out/0/g2/o1, first wrong record s0:2: key k holds null"
                + " (handed to process 2; the key was last changed by C1.do/Put#1 of process 1) (a sink may declare OLDER_VALUE_STAYS)");
  }

  @Test
  void I_3_lateRequest_isNoExcuseForWhatFollowsIt() {
    Story story =
        late(puts())
            .declares(Weakness.OLDER_VALUE_SEEN)
            .arrives(1)
            .reads("k=s0:1")
            .shows(2, PUT, "t", List.of("s0:0"), "k=s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-3 order per key changed, a/out/0/g2/o1, first wrong record s0:2: key k holds s0:0,"
                + " expected the last one, s0:2"
                + " (handed to process 2; the key was last changed by C1.do/Put#3 of process 2)");
  }

  @Test
  void flushOfAProcessThatHasASuccessor_isNotJudged() {
    Story story = puts().runs(1, 0).writes(1, "g1/o1", "s0:0").does(1, PUT, "t", "s0:0").runs(2, 0);

    assertThat(story.ends(1, "g1/o1").violations()).isEmpty();
  }

  // ---- rows

  @Test
  void I_1_rowThatOneProcessWroteTwice_isThereTwice() {
    Story story =
        rows()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, READ, "t", "s0:0")
            .shows(1, PUT, "rows", List.of("s0:0"), "s0:0")
            .shows(1, PUT, "rows", List.of("s0:0"), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "I-1 duplicate, a/out/0/g1/o1, first wrong record s0:0: there 2 times, written by"
                + " [C1.do/Put#2, C1.do/Put#3]");
  }

  @Test
  void I_4_rowThatAReplayWroteAgain_isThereTwice() {
    Story story =
        rows()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .sends(1, PUT, "rows", "s0:0")
            .does(1, PUT, "rows", "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .shows(2, PUT, "rows", List.of("s0:0"), "s0:0", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "I-4 duplicate, a/out/0/g2/o1, first wrong record s0:0: there 2 times, written by"
                + " [C1.do/Put#2, C1.do/Put#3]");
  }

  @Test
  void I_2_rowIsNotThere_whenFlushComesBack() {
    Story story =
        rows()
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "rows", List.of("s0:0", "s0:1"), "s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-2 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first wrong"
                + " record s0:1: flush came back, and a reader does not see it");
  }

  @Test
  void I_2_rowThatCannotBeThere_isNotMissed() {
    Story story =
        rows()
            .delete("s0:2", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
            .shows(1, PUT, "rows", List.of("s0:0", "s0:1"), "s0:0", "s0:1")
            .rejects(1, "s0:2")
            .ends(1, "g1/o1")
            .settles();

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void I_4_rowThatNobodyWrote_isTold() {
    Story story = rows().runs(1, 0).shows(1, PUT, "rows", List.of(), "?");

    assertThat(story.violations())
        .containsExactly(
            "I-4 the protocol was broken, first wrong record ?: it is there, and nobody wrote it");
  }
}
