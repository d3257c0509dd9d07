package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.RawEntry.Kind;
import dev.landfall.sdk.Guarantee.Weakness;
import org.junit.jupiter.api.Test;

/** Whether a committable that is visible in part is whole in each partition. */
class PartWatchTest {
  private static final String WITHIN = " part of a committable visible for a while, ";
  private static final String ACROSS =
      " part of a committable visible for a while, across partitions, ";
  private static final String INTERVAL = "checkpoint 1, a/out/0/g1/o1, first wrong record ";

  /** Three records in durable checkpoint 1. */
  private static Story durable(Story story) {
    return story
        .put("s0:0", "k")
        .put("s0:1", "l")
        .put("s0:2", "k")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0", "s0:1", "s0:2")
        .durable(1, 1, "g1/o1");
  }

  @Test
  void T_1_onlySomeRecordsAreVisible() {
    assertThat(durable(Story.twoPhase()).reads("s0:0").reads("s0:0", "s0:1").violations())
        .containsExactly("T-1" + WITHIN + INTERVAL + "s0:1: 1 of 3 records are visible");
  }

  @Test
  void T_1_whatIsVisibleInPart_isNotMissedAsWell() {
    assertThat(durable(Story.twoPhase()).reads("s0:0").settles().violations())
        .singleElement()
        .asString()
        .startsWith("T-1 part");
  }

  @Test
  void T_1_whatWentAwayAltogether_isNotVisibleInPart() {
    assertThat(durable(Story.twoPhase()).reads("s0:0", "s0:1", "s0:2").reads().violations())
        .singleElement()
        .asString()
        .startsWith("T-6 ");
  }

  @Test
  void W_2_onlySomeRecordsAreVisible() {
    assertThat(durable(Story.writeAhead()).reads("s0:0", "s0:1").violations())
        .containsExactly("W-2" + WITHIN + INTERVAL + "s0:2: 2 of 3 records are visible");
  }

  @Test
  void W_4_onlySomeRecordsAreVisible_becauseOfATornLog() {
    Story story = durable(Story.writeAhead()).lies(Kind.TORN_SEGMENT, "g1/o1");

    assertThat(story.reads("s0:0", "s0:1").violations())
        .containsExactly("W-4" + WITHIN + INTERVAL + "s0:2: 2 of 3 records are visible");
  }

  @Test
  void T_1_allRecordsAreVisibleAtOnce() {
    assertThat(durable(Story.twoPhase()).reads("s0:0", "s0:1", "s0:2").violations()).isEmpty();
  }

  @Test
  void T_1_partThatIsThereInOnePartition() {
    Story story = durable(Story.twoPhase()).reads("s0:0@p").reads("s0:0@p", "s0:1@q", "s0:2@p");

    assertThat(story.violations())
        .containsExactly("T-1" + WITHIN + INTERVAL + "s0:1: 1 of 3 records are visible, in [p]");
  }

  @Test
  void T_1_partitionAfterPartition_isAFailureWhereItIsNotDeclared() {
    Story story =
        durable(Story.twoPhase())
            .reads("s0:0@p", "s0:2@p")
            .reads("s0:0@p", "s0:2@p")
            .reads("s0:0@p", "s0:1@q", "s0:2@p");

    assertThat(story.violations())
        .containsExactly(
            "T-1"
                + ACROSS
                + INTERVAL
                + "s0:1: 2 of 3 records are visible, in [p] (a sink may declare"
                + " PARTLY_VISIBLE_ACROSS_PARTITIONS)");
  }

  @Test
  void T_1_partitionAfterPartition_isToldOnlyWhenAllHaveCome() {
    assertThat(durable(Story.twoPhase()).reads("s0:0@p").reads("s0:0@p", "s0:1@q").violations())
        .isEmpty();
  }

  @Test
  void T_1_partitionAfterPartition_whereItIsDeclared() {
    Story story =
        durable(Story.twoPhase().declares(Weakness.PARTLY_VISIBLE_ACROSS_PARTITIONS))
            .reads("s0:0@p", "s0:2@p")
            .reads("s0:0@p", "s0:1@q", "s0:2@p");

    assertThat(story.violations()).isEmpty();
    assertThat(story.judgement().declared()).hasSize(1);
  }

  @Test
  void T_1_whatWasGivenUp_isNoPart() {
    assertThat(
            durable(Story.twoPhase().declares(Weakness.REPEATED_AFTER_OLDER_RESTORE))
                .runs(2, 0)
                .reads("s0:0")
                .violations())
        .isEmpty();
  }

  @Test
  void T_1_whatNoCheckpointHolds_isTooEarlyAndNoPart() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .put("s0:1", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0", "s0:1");

    assertThat(story.reads("s0:0").violations()).singleElement().asString().contains("before");
  }

  @Test
  void T_1_intervalOfTheDead_thatTheReplayCutsShorter_isNoPart() {
    Story story =
        durable(Story.twoPhase().put("s0:3", "k").put("s0:4", "k"))
            .reads("s0:0", "s0:1", "s0:2")
            .writes(1, "g1/o2", "s0:3", "s0:4")
            .runs(2, 1)
            .writes(2, "g2/o1", "s0:3")
            .durable(2, 2, "g2/o1")
            .reads("s0:0", "s0:1", "s0:2", "s0:3");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void T_1_recordThatWasThereTwiceAndIsGone_isToldWithoutTheRest() {
    Story story = durable(Story.twoPhase()).reads("s0:0", "s0:1", "s0:2").reads();

    assertThat(story.violations()).singleElement().asString().startsWith("T-6 lost");
  }

  @Test
  void I_2_idempotentSinksShowWhatTheyHave() {
    assertThat(durable(Story.rows()).reads("s0:0").violations()).isEmpty();
  }
}
