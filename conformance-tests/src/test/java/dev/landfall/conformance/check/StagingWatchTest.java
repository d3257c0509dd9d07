package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.PREPARE;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.RawEntry;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a flush or prepare that came back well has promised, each in the shortest history. */
class StagingWatchTest {
  private static final String NOT_SENT =
      ": the record was taken and is not part of its interval: no request carried it";
  private static final String SI_11 =
      "SI-11 lost, or part of a checkpoint missing at the end, a/out/0/";

  private static Story twoPhase() {
    return Story.twoPhase().put("s0:0", "k").put("s0:1", "k").runs(1, 0);
  }

  private static Story keyed() {
    return Story.keyed()
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .put("s0:1", "k")
        .put("s1:0", "l")
        .runs(1, 0);
  }

  private static Story rows() {
    return Story.rows()
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .put("s0:1", "k")
        .runs(1, 0);
  }

  @Test
  void SI_11_recordThatNoRequestCarried_isMissing() {
    Story story =
        twoPhase().writes(1, "g1/o1", "s0:0", "s0:1").does(1, STAGE, "t", "s0:0").ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g1/o1, first wrong record s0:1" + NOT_SENT);
  }

  @Test
  void SI_11_requestOfAPredecessor_isNoneOfThisInterval() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .put("s0:1", "k")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g2/o1, first wrong record s0:0" + NOT_SENT);
  }

  @Test
  void SI_11_whereNoRequestTellsItsRecords_nothingIsSaid() {
    Story story = twoPhase().writes(1, "g1/o1", "s0:0").does(1, STAGE, "t").ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_11_earlierRecordOfAKey_neednotBeSent() {
    Story story =
        keyed()
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:1"), "k=s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_11_lastRecordOfAKey_hasToBeSent() {
    Story story =
        keyed()
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0"), "k=s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g1/o1, first wrong record s0:1" + NOT_SENT);
  }

  @Test
  void SI_11_laterRecordOfAnotherKey_isNoExcuse() {
    Story story =
        keyed()
            .writes(1, "g1/o1", "s1:0", "s0:0", "s0:1")
            .shows(1, PUT, "t", List.of("s0:0", "s0:1"), "k=s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g1/o1, first wrong record s1:0" + NOT_SENT);
  }

  @Test
  void SI_11_earlierRow_hasToBeSent() {
    Story story =
        rows()
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .shows(1, PUT, "rows", List.of("s0:1"), "s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g1/o1, first wrong record s0:0" + NOT_SENT);
  }

  @Test
  void SI_11_replayedRowThatIsThere_neednotBeSent() {
    Story story =
        rows()
            .writes(1, "g1/o1", "s0:0")
            .shows(1, PUT, "rows", List.of("s0:0"), "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_11_replayedDeleteThatWasCarriedOut_neednotBeSent() {
    Story story =
        keyed()
            .delete("s0:2", "k")
            .writes(1, "g1/o1", "s0:2")
            .does(1, PUT, "t", "s0:2")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:2")
            .ends(2, "g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_11_replayedRowThatWasSentAndNotCarriedOut_hasToBeSent() {
    Story story =
        rows()
            .writes(1, "g1/o1", "s0:0")
            .sends(1, PUT, "rows", "s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g2/o1, first wrong record s0:0" + NOT_SENT);
  }

  @Test
  void SI_11_rowThatIsThere_isNoExcuseWhereACommitShouldBringIt() {
    Story story =
        twoPhase()
            .declares(Weakness.REPEATED_AFTER_OLDER_RESTORE)
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .ends(1, "g1/o1")
            .durable(1, 1, "g1/o1")
            .reads("s0:0")
            .runs(2, 0)
            .writes(2, "g2/o1", "s0:0")
            .ends(2, "g2/o1");

    assertThat(story.violations())
        .containsExactly(SI_11 + "g2/o1, first wrong record s0:0" + NOT_SENT);
  }

  @Test
  void SI_8_neighbourOfABadRecord_isTakenAlong() {
    Story story =
        twoPhase()
            .bad("s0:2", "k")
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
            .does(1, STAGE, "t", "s0:0")
            .rejects(1, "s0:2")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-8 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first wrong"
                + " record s0:1"
                + NOT_SENT);
  }

  @Test
  void SI_8_goodRecord_isRejected() {
    Story story = twoPhase().writes(1, "g1/o1", "s0:0").rejects(1, "s0:0").ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-8 lost, or part of a checkpoint missing at the end, first wrong record s0:0: a good"
                + " record was rejected");
  }

  @Test
  void SI_8_badRecord_isNotNamed() {
    Story story =
        twoPhase()
            .bad("s0:2", "k")
            .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
            .does(1, STAGE, "t", "s0:0", "s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-8 the protocol was broken, a/out/0/g1/o1, first wrong record s0:2: the store cannot"
                + " take the record, and the sink has not said so");
  }

  @Test
  void SI_1_errorOfTheStore_isPassedOver() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .sends(1, STAGE, "t", "s0:0")
            .answered("BUSY: later")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-1 success reported and not true, a/out/0/g1/o1, first wrong record s0:0: the store"
                + " answered C1.do/Stage#1 with 'BUSY: later', and the interval was reported"
                + " complete");
  }

  @Test
  void SI_1_errorOfOneRecordOfABatch_isPassedOver() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0", "s0:1")
            .sends(1, STAGE, "t", "s0:0", "s0:1")
            .answered("", "s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "SI-1 success reported and not true, a/out/0/g1/o1, first wrong record s0:1: the store"
                + " answered C1.do/Stage#1 with 'item failed', and the interval was reported"
                + " complete");
  }

  @Test
  void SI_1_errorThatWasMadeGood_isNone() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .sends(1, STAGE, "t", "s0:0")
            .answered("BUSY: later")
            .does(1, STAGE, "t", "s0:0")
            .ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_2_storeHasNotAnswered() {
    Story story =
        twoPhase().writes(1, "g1/o1", "s0:0").sends(1, STAGE, "t", "s0:0").ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "T-2 success reported and not true, a/out/0/g1/o1, first wrong record s0:0: the"
                + " interval was reported complete before the store had answered C1.do/Stage#1");
  }

  @Test
  void I_2_storeHasNotAnswered() {
    Story story = keyed().writes(1, "g1/o1", "s0:0").sends(1, PUT, "t", "s0:0").ends(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "I-2 success reported and not true, a/out/0/g1/o1, first wrong record s0:0: the"
                + " interval was reported complete before the store had answered C1.do/Put#1");
  }

  @Test
  void T_10_nothingToCommit_andTheIntervalHasRecords() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .endsWithNothing(1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            "T-10 lost, or part of a checkpoint missing at the end, a/out/0/g1/o1, first wrong"
                + " record s0:0: prepare answered that there is nothing to commit, and the interval"
                + " has records");
  }

  @Test
  void T_10_whatIsNotCommitted_isNotMissedAsWell() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .endsWithNothing(1, "g1/o1");

    assertThat(story.settles().violations()).singleElement().asString().startsWith("T-10 ");
  }

  @Test
  void T_10_nothingToCommit_becauseEveryRecordWasRejected() {
    Story story =
        Story.twoPhase()
            .bad("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .rejects(1, "s0:0")
            .endsWithNothing(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_2_preparedTransaction_isOpenInTheStore() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .lies(RawEntry.Kind.OPEN_TRANSACTION, "g1/o1")
            .ends(1, "g1/o1")
            .durable(1, 1, "g1/o1")
            .commits(1, "g1/o1")
            .answers(1, "g1/o1", "COMMITTED");

    assertThat(story.violations())
        .containsExactly(
            "T-2 success reported and not true, a/out/0/g1/o1, first wrong record s0:0: x/g1/o1 is"
                + " reported as prepared, and the store has it open");
  }

  @Test
  void T_2_preparedTransactionWithoutRecords_isOpenInTheStore() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .endsWithNothing(1, "g1/o2")
            .lies(RawEntry.Kind.OPEN_TRANSACTION, "g1/o2")
            .ends(1, "g1/o2");

    assertThat(story.violations())
        .containsExactly(
            "T-2 success reported and not true, a/out/0/g1/o2: x/g1/o2 is reported as prepared, and"
                + " the store has it open");
  }

  @Test
  void T_2_openTransactionOfAnotherInterval_isNoneOfThis() {
    Story story =
        twoPhase()
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .does(1, PREPARE, "t")
            .lies(RawEntry.Kind.PREPARED_TRANSACTION, "g1/o1")
            .lies(RawEntry.Kind.OPEN_TRANSACTION, "g1/o2")
            .ends(1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }
}
