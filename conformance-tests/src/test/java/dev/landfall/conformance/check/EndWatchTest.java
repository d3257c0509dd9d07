package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.COMMIT;
import static dev.landfall.conformance.model.Access.PUT;
import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.RawEntry.Kind;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.sdk.Guarantee.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last look: nothing is missing and nothing is left over. */
class EndWatchTest {
  private static final String LOST = " lost, or part of a checkpoint missing at the end, ";
  private static final String FIRST = "checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: ";

  /** One record in durable checkpoint 1, which nobody sees. */
  private static Story durable(Story story) {
    return story
        .declares(Weakness.VISIBLE_BEFORE_DURABLE)
        .put("s0:0", "k")
        .runs(1, 0)
        .writes(1, "g1/o1", "s0:0")
        .does(1, STAGE, "t", "s0:0")
        .durable(1, 1, "g1/o1");
  }

  @Test
  void HO_5_neverCommitted() {
    assertThat(durable(Story.twoPhase()).settles().violations())
        .containsExactly("HO-5" + LOST + FIRST + "it was never committed");
  }

  @Test
  void T_7_committed_andMissing() {
    Story story =
        durable(Story.twoPhase())
            .commits(1, "g1/o1")
            .fails(1, "commit", "a/out/0/g1/o1", "StoreUnavailableException");

    assertThat(story.settles().violations())
        .containsExactly("T-7" + LOST + FIRST + "it was never committed");
  }

  @Test
  void T_7_saidToBeCommitted_andMissing() {
    Story story =
        durable(Story.twoPhase())
            .declares(Weakness.BLOCKED_UNTIL_RECOVERED)
            .commits(1, "g1/o1")
            .shows(1, COMMIT, "t", List.of())
            .blocks()
            .answers(1, "g1/o1", "COMMITTED");

    assertThat(story.reads().settles().violations())
        .containsExactly("T-7" + LOST + FIRST + "commit had answered COMMITTED");
  }

  @Test
  void W_3_published_andMissing() {
    assertThat(durable(Story.writeAhead()).settles().violations())
        .containsExactly("W-3" + LOST + FIRST + "it was never committed");
  }

  @Test
  void W_4_published_andMissing_becauseOfATornLog() {
    assertThat(durable(Story.writeAhead()).lies(Kind.TORN_SEGMENT, "g1/o1").settles().violations())
        .containsExactly("W-4" + LOST + FIRST + "it was never committed");
  }

  @Test
  void I_2_flushed_andMissing() {
    assertThat(durable(Story.rows()).settles().violations())
        .containsExactly("I-2" + LOST + FIRST + "it was never committed");
  }

  @Test
  void HO_10_tailThatNoCheckpointCovers() {
    Story story = Story.twoPhase().put("s0:0", "k").runs(1, 0).writes(1, "g1/o1", "s0:0");

    assertThat(story.settles().violations())
        .containsExactly(
            "HO-10"
                + LOST
                + "first wrong record s0:0: no durable checkpoint covers it at the end of input");
  }

  @Test
  void HO_10_recordThatWasNeverHandedOver() {
    assertThat(Story.twoPhase().put("s0:0", "k").runs(1, 0).settles().violations())
        .containsExactly(
            "HO-10"
                + LOST
                + "first wrong record s0:0: no durable checkpoint covers it at the end of input");
  }

  @Test
  void whatIsThere_isNotMissing() {
    Story story = durable(Story.twoPhase()).commits(1, "g1/o1");

    assertThat(story.shows(1, COMMIT, "t", List.of(), "s0:0").settles().violations()).isEmpty();
  }

  @Test
  void whatWasRejected_isNotMissing() {
    Story story =
        Story.twoPhase()
            .bad("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .rejects(1, "s0:0")
            .durable(1, 1, "g1/o1");

    assertThat(story.settles().violations()).isEmpty();
  }

  // ---- pipelines that stopped

  @Test
  void pipelineThatStoppedLoudly_isMissedNothing() {
    Story story = durable(Story.twoPhase()).gone(1, Event.How.STOPPED_LOUDLY);

    assertThat(story.settles().violations()).isEmpty();
  }

  @Test
  void pipelineThatWasRefused_isMissedNothing() {
    Story story =
        durable(Story.twoPhase())
            .commits(1, "g1/o1")
            .starts(2, 0)
            .with(new Event.Refused(2, "an older checkpoint"));

    assertThat(story.settles().violations()).isEmpty();
  }

  @Test
  void everyPipeline_isMissedNothing_whereNobodyKnowsWhoStopped() {
    Story story = durable(Story.twoPhase()).gone(0, Event.How.STOPPED_LOUDLY);

    assertThat(story.settles().violations()).isEmpty();
  }

  @Test
  void pipelineThatWasClosed_isMissedEverything() {
    assertThat(durable(Story.twoPhase()).gone(1, Event.How.CLOSED).settles().violations())
        .hasSize(1);
  }

  @Test
  void anotherPipelineThatStopped_isNoExcuse() {
    Story story =
        durable(Story.twoPhase())
            .starts(2, "b", 1, 0)
            .recovers(2)
            .gone(2, Event.How.STOPPED_LOUDLY);

    assertThat(story.settles().violations()).hasSize(1);
  }

  @Test
  void recordThatWasNeverHandedOver_isOfAPipelineThatMayHaveStopped() {
    Story story = Story.twoPhase().put("s0:0", "k").runs(1, 0).gone(1, Event.How.STOPPED_LOUDLY);

    assertThat(story.settles().violations()).isEmpty();
  }

  @Test
  void keysOfAPipelineThatStopped_areNotMissed() {
    Story story =
        Story.keyed()
            .declares(Weakness.VISIBLE_BEFORE_DURABLE)
            .put("z0:0", "l")
            .put("s0:0", "k")
            .runs(1, 0)
            .starts(2, "b", 1, 0)
            .recovers(2)
            .writes(1, "g1/o1", "s0:0")
            .does(1, PUT, "t", "s0:0")
            .writes(2, "b/out/0/g2/o1", "z0:0")
            .does(2, PUT, "t", "z0:0")
            .gone(2, Event.How.STOPPED_LOUDLY);

    assertThat(story.settles().violations())
        .containsExactly(
            "I-2"
                + LOST
                + "a/out/0/g1/o1, first wrong record s0:0: flush came back, and key k is not"
                + " there (handed to process 1; no request has changed the key)");
  }

  @Test
  void keyOfWhichNothingWasHandedOver_isNotMissed() {
    assertThat(Story.keyed().put("s0:0", "k").runs(1, 0).settles().violations()).isEmpty();
  }

  @Test
  void HO_5_recordOfATransaction_isMissed_thoughItsKeyIsThere() {
    Story story = durable(Story.twoPhaseByKey()).put("s0:1", "k").reads("k=s0:1");

    assertThat(story.settles().violations())
        .contains("HO-5" + LOST + FIRST + "it was never committed");
  }

  // ---- leftovers

  private static Story left(Story story, Kind kind) {
    return story.runs(1, 0).lies(kind, "g1/o1").settles();
  }

  @Test
  void W_5_uploadIsLeft() {
    assertThat(left(Story.writeAhead(), Kind.UPLOAD).violations())
        .containsExactly(
            "W-5 leftovers after recovery and grace time, a/out/0/g1/o1: x/g1/o1 is still there"
                + " after a further recovery (a sink may declare LEFTOVERS)");
  }

  @Test
  void W_5_unconfirmedObjectIsLeft() {
    assertThat(left(Story.writeAhead(), Kind.UNCONFIRMED_OBJECT).violations())
        .containsExactly(
            "W-5 leftovers after recovery and grace time, a/out/0/g1/o1: x/g1/o1 is still there"
                + " after a further recovery (a sink may declare LEFTOVERS)");
  }

  @Test
  void W_5_segmentsAreKept() {
    assertThat(left(Story.writeAhead(), Kind.SEGMENT).violations()).isEmpty();
  }

  @Test
  void W_5_otherContractsLeaveWhatTheyLike() {
    assertThat(left(Story.twoPhase(), Kind.UPLOAD).violations()).isEmpty();
  }

  @Test
  void W_5_pipelineThatStopped_cleansNothingUp() {
    Story story = Story.writeAhead().runs(1, 0).gone(1, Event.How.STOPPED_LOUDLY);

    assertThat(left(story, Kind.UPLOAD).violations()).isEmpty();
  }

  // ---- the verdict

  @Test
  void runThatWasMadeToItsEnd_passes() {
    assertThat(Story.twoPhase().settles().judgement().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void runThatEndedAtTheQuietLook_isUnknown() {
    assertThat(Story.twoPhase().with(new Event.Settled("quiet")).judgement().verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }
}
