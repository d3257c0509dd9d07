package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.ABORT;
import static dev.landfall.conformance.model.Access.COMMIT;
import static dev.landfall.conformance.model.Access.FENCE;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.READ;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names: one for each thing, none for two, nobody else's touched; each in a short history. */
class NameWatchTest {
  private static final String BROKEN = " the protocol was broken, ";

  private static Story transactions() {
    return Story.twoPhase().put("s0:0", "k").put("s0:1", "k").runs(1, 0);
  }

  /** Two intervals; the first has ended in transaction t. */
  private static Story ended() {
    return transactions()
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t", "s0:0")
        .ends(1, "g1/o1")
        .writes(1, "g1/o2", "s0:1");
  }

  // ---- transactions

  @Test
  void SI_4_transactionOfAPredecessor_isUsedAgain() {
    Story story = transactions().does(1, STAGE, "t").runs(2, 0).does(2, STAGE, "t");

    assertThat(story.violations())
        .containsExactly(
            "SI-4 the protocol was broken: process 2 stages under t, a name of process 1; expected"
                + " names of its own generation");
  }

  @Test
  void SI_4_transactionOfAPredecessor_isUsedAgain_toldWithTheCallAndItsRecord() {
    Story story =
        transactions()
            .does(1, STAGE, "t")
            .runs(2, 0)
            .calls(2, "write", "a/out/0")
            .does(2, STAGE, "t", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "SI-4"
                + BROKEN
                + "a/out/0, first wrong record s0:0: process 2 stages under t, a name of process 1;"
                + " expected names of its own generation");
  }

  @Test
  void SI_4_predecessorsTransaction_mayBeCommitted() {
    Story story = transactions().does(1, STAGE, "t").runs(2, 0).does(2, COMMIT, "t");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_11_recordIsStagedWithAnotherInterval() {
    Story story =
        ended()
            .does(1, STAGE, "t", "s0:1")
            .ends(1, "g1/o2")
            .durable(1, 1, "g1/o1", "g1/o2")
            .commits(1, "g1/o2")
            .shows(1, COMMIT, "t", List.of(), "s0:0", "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "SI-11"
                + BROKEN
                + "a/out/0/g1/o2, first wrong record s0:1: record of a/out/0/g1/o2 was staged in t,"
                + " which holds a/out/0/g1/o1; expected one interval each");
  }

  @Test
  void SI_11_recordThatIsStagedWithAnotherInterval_explainsItsLoss() {
    Story story =
        ended()
            .does(1, STAGE, "t", "s0:1")
            .ends(1, "g1/o2")
            .durable(1, 1, "g1/o1", "g1/o2")
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t", List.of(), "s0:0");

    assertThat(story.settles().violations())
        .singleElement()
        .asString()
        .startsWith("SI-11" + BROKEN + "a/out/0/g1/o2, first wrong record s0:1");
  }

  @Test
  void SI_11_eachIntervalHasATransactionOfItsOwn() {
    assertThat(ended().does(1, STAGE, "t2", "s0:1").ends(1, "g1/o2").violations()).isEmpty();
  }

  @Test
  void HO_14_transactionIsBegunAgainTooEarly() {
    Story story = ended().does(1, STAGE, "t").does(1, STAGE, "t", "s0:1").ends(1, "g1/o2");

    assertThat(story.violations())
        .containsExactly(
            "HO-14"
                + BROKEN
                + "a/out/0/g1/o1, first wrong record s0:0: t is used again before the interval has"
                + " ended");
  }

  @Test
  void HO_14_whatStoodInTheTransaction_isNotMissedAsWell() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .ends(1, "g1/o1")
            .does(1, STAGE, "t");

    assertThat(story.settles().violations()).singleElement().asString().startsWith("HO-14 ");
  }

  @Test
  void HO_14_transactionIsBegunAgainAfterItsCommit() {
    Story story =
        ended()
            .declares(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS)
            .durable(1, 1, "g1/o1")
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t", List.of(), "s0:0")
            .answers(1, "g1/o1", "COMMITTED")
            .does(1, STAGE, "t")
            .does(1, STAGE, "t", "s0:1")
            .ends(1, "g1/o2");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_14_intervalWithoutACommittable_leavesItsTransaction() {
    Story story =
        transactions()
            .bad("s0:2", "k")
            .writes(1, "g1/o1", "s0:2")
            .does(1, STAGE, "t", "s0:2")
            .rejects(1, "s0:2")
            .endsWithNothing(1, "g1/o1");

    assertThat(story.does(1, STAGE, "t").violations()).isEmpty();
  }

  // ---- objects

  private static Story publishing(String object) {
    return Story.writeAhead()
        .put("s0:0", "k")
        .put("s0:1", "k")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0")
        .ends(1, "g1/o1")
        .writes(1, "g1/o2", "s0:1")
        .ends(1, "g1/o2")
        .durable(1, 1, "g1/o1")
        .durable(1, 2, "g1/o2")
        .commits(1, "g1/o1")
        .does(1, PUT, object, "s0:0");
  }

  @Test
  void SI_4_objectStandsForTwoIntervals() {
    Story story = publishing("data").commits(1, "g1/o2").does(1, PUT, "data", "s0:1");

    assertThat(story.settles().violations())
        .containsExactly(
            "SI-4"
                + BROKEN
                + "a/out/0/g1/o2, first wrong record s0:1: data stands for a/out/0/g1/o1 and for"
                + " a/out/0/g1/o2",
            "W-3"
                + BROKEN
                + "checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: data is written again with"
                + " the records of a/out/0/g1/o2");
  }

  @Test
  void SI_4_objectIsWrittenAgainForTheSameInterval() {
    assertThat(publishing("data").does(1, PUT, "data", "s0:0").violations()).isEmpty();
  }

  @Test
  void SI_4_objectIsStagedForTwoIntervals() {
    Story story = publishing("data").commits(1, "g1/o2").does(1, STAGE, "data", "s0:1");

    assertThat(story.violations()).hasSize(2);
  }

  @Test
  void SI_4_objectIsRead() {
    assertThat(publishing("data").commits(1, "g1/o2").does(1, READ, "data").violations()).isEmpty();
  }

  @Test
  void SI_4_objectIsWrittenOutsideACommit() {
    Story story = publishing("data").calls(1, "recover", "a/out/0/g1/o2");

    assertThat(story.does(1, PUT, "data", "s0:1").violations()).isEmpty();
  }

  // ---- keys of rows

  private static Story rows() {
    return Story.rows()
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .put("s0:1", "l")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0", "s0:1");
  }

  @Test
  void SI_4_oneKeyForTwoRecords() {
    Story story = rows().does(1, PUT, "row/0", "s0:0").does(1, PUT, "row/0", "s0:1");

    assertThat(story.violations())
        .containsExactly(
            "SI-4 the protocol was broken, first wrong record s0:1: row/0 is the key of s0:0 and of"
                + " s0:1");
  }

  @Test
  void SI_4_twoKeysForOneRecord() {
    Story story = rows().does(1, PUT, "row/0", "s0:0").does(1, PUT, "row/1", "s0:0");

    assertThat(story.violations())
        .containsExactly(
            "SI-4 the protocol was broken, first wrong record s0:0: s0:0 was written under row/0"
                + " and, replayed, under row/1");
  }

  @Test
  void SI_4_sameKeyForTheSameRecord() {
    assertThat(rows().does(1, PUT, "row/0", "s0:0").does(1, PUT, "row/0", "s0:0").violations())
        .isEmpty();
  }

  @Test
  void SI_4_batchesAndTheTableItself_areNoKeys() {
    Story story =
        rows()
            .does(1, PUT, "row/0", "s0:0", "s0:1")
            .does(1, PUT, "row/0", "s0:1", "s0:0")
            .does(1, PUT, "rows", "s0:0")
            .does(1, PUT, "rows", "s0:1")
            .does(1, READ, "row/0", "s0:0")
            .does(1, READ, "row/0", "s0:1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_4_keyOfATable_isWrittenByManyRecords() {
    Story story =
        Story.keyed()
            .put("s0:0", "k")
            .put("s0:1", "k")
            .runs(1, 0)
            .does(1, PUT, "k", "s0:0")
            .does(1, PUT, "k", "s0:1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void SI_4_keyOfTwoRecords_isToldOnce() {
    Story story =
        rows()
            .shows(1, PUT, "row/0", List.of("s0:0"), "s0:0")
            .does(1, PUT, "row/0", "s0:1")
            .ends(1, "g1/o1");

    assertThat(story.violations()).hasSize(1);
  }

  @Test
  void SI_4_keysOfOneRecord_areToldOnce() {
    Story story =
        rows()
            .shows(1, PUT, "row/0", List.of("s0:0"), "s0:0")
            .shows(1, PUT, "row/1", List.of("s0:0"), "s0:0", "s0:0");

    assertThat(story.violations()).hasSize(1);
  }

  // ---- owners

  /** Pipeline a has staged a record in t, and process 2 of another pipeline runs. */
  private static Story foreign() {
    return transactions()
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t", "s0:0")
        .ends(1, "g1/o1")
        .durable(1, 1, "g1/o1")
        .starts(2, "ab", 1, 0)
        .recovers(2);
  }

  @Test
  void SI_5_transactionOfAnotherPipeline_isAborted() {
    Story story = foreign().does(2, ABORT, "t").commits(1, "g1/o1").answers(1, "g1/o1", "LOST");

    assertThat(story.violations())
        .containsExactly("SI-5 the protocol was broken: pipeline ab changes t of pipeline a");
  }

  @Test
  void SI_5_transactionOfAnotherPipeline_isRead() {
    assertThat(foreign().does(2, READ, "t").violations()).isEmpty();
  }

  @Test
  void SI_5_requestThatDoesNotArrive_changesNothing() {
    assertThat(foreign().sends(2, ABORT, "t").violations()).isEmpty();
  }

  @Test
  void SI_5_whatNobodyMade_isNobodys() {
    assertThat(foreign().does(2, ABORT, "u").violations()).isEmpty();
  }

  @Test
  void SI_5_fenceOfAnotherPipeline_isRaisedAgain() {
    Story story = transactions().does(1, FENCE, "f").starts(2, "ab", 1, 0).does(2, FENCE, "f");

    assertThat(story.violations())
        .containsExactly("SI-5 the protocol was broken: pipeline ab changes f of pipeline a");
  }

  /** Writer 1 of 2 has staged in t, and process 2 recovers the part of {@code scope}. */
  private static Story recovering(String scope) {
    return Story.twoPhase()
        .put("s0:0", "k")
        .starts(1, "a", 2, 0)
        .recovers(1)
        .writes(1, "a/out/1/g1/o1", "s0:0")
        .does(1, STAGE, "t", "s0:0")
        .starts(2, "a", 2, 0)
        .calls(2, "abortDangling", scope)
        .does(2, ABORT, "t");
  }

  @Test
  void SI_5_recoveryOfAnotherScope_aborts() {
    assertThat(recovering("a/out/0 of 2").violations())
        .containsExactly(
            "SI-5" + BROKEN + "a/out/0 of 2: t is changed by the recovery of a/out/0 of 2");
  }

  @Test
  void SI_5_recoveryOfItsScope_aborts() {
    assertThat(recovering("a/out/1 of 2").violations()).isEmpty();
  }

  @Test
  void SI_5_recoveryWithFewerWriters_aborts() {
    assertThat(recovering("a/out/0 of 1").violations()).isEmpty();
  }

  @Test
  void SI_5_callWithoutAScope_aborts() {
    assertThat(recovering("a/out/0").violations()).isEmpty();
  }
}
