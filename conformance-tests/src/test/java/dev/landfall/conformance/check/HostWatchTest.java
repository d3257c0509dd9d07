package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.STAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a host may ask of a sink and when, each in the shortest history. */
class HostWatchTest {
  private static Story story() {
    return Story.twoPhase().put("s0:0", "k").put("s0:1", "k").put("s0:2", "k").runs(1, 0);
  }

  /** The first record in an interval that has ended. */
  private static Story ended() {
    return story().writes(1, "g1/o1", "s0:0").does(1, STAGE, "t1", "s0:0").ends(1, "g1/o1");
  }

  private static String breach(String rule, String what) {
    return rule + " the protocol was broken" + what;
  }

  @Test
  void HO_1_idThatDoesNotGrow() {
    Story story = story().endsWithNothing(1, "g1/o1").durable(1, 3, "g1/o1");

    assertThat(story.endsWithNothing(1, "g1/o2").durable(1, 3, "g1/o2").violations())
        .containsExactly(
            breach("HO-1", ", checkpoint 3: its id follows 3, expected a greater one"));
  }

  @Test
  void HO_1_idIsComparedWithTheNewestOfAll() {
    Story story =
        story()
            .endsWithNothing(1, "g1/o1")
            .durable(1, 3, "g1/o1")
            .endsWithNothing(1, "g1/o2")
            .durable(1, 1, "g1/o2")
            .endsWithNothing(1, "g1/o3")
            .durable(1, 2, "g1/o3");

    assertThat(story.violations())
        .containsExactly(
            breach("HO-1", ", checkpoint 1: its id follows 3, expected a greater one"));
  }

  @Test
  void HO_1_gapsAreAllowed_andPipelinesCountOnTheirOwn() {
    Story story =
        story()
            .endsWithNothing(1, "g1/o1")
            .durable(1, 3, "g1/o1")
            .endsWithNothing(1, "g1/o2")
            .durable(1, 7, "g1/o2")
            .starts(2, "b", 1, 0)
            .recovers(2)
            .endsWithNothing(2, "b/out/0/g2/o1")
            .durable(2, 1, "b/out/0/g2/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_2_recordInTwoIntervals() {
    assertThat(story().writes(1, "g1/o1", "s0:0").writes(1, "g1/o2", "s0:0").violations())
        .containsExactly(
            breach(
                "HO-2",
                ", a/out/0/g1/o2, first wrong record s0:0: process 1 hands it over in 2"
                    + " intervals"));
  }

  @Test
  void HO_2_recordInTwoIntervals_isNotMissedAsWell() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .writes(1, "g1/o2", "s0:0");

    assertThat(story.settles().violations()).singleElement().asString().startsWith("HO-2 ");
  }

  @Test
  void HO_2_replay_isAnotherProcess() {
    assertThat(
            story().writes(1, "g1/o1", "s0:0").runs(2, 0).writes(2, "g2/o1", "s0:0").violations())
        .isEmpty();
  }

  @Test
  void HO_3_writerIsCalledTwiceAtATime() {
    assertThat(story().with(new Event.Overlapped(1, "a/out/0", "write", "prepare")).violations())
        .containsExactly(
            breach(
                "HO-3",
                ", a/out/0: write was called while prepare of the same writer had not returned"));
  }

  @Test
  void HO_4_commitBeforeItsCheckpoint() {
    assertThat(ended().commits(1, "g1/o1").violations())
        .containsExactly(
            breach(
                "HO-4",
                ", a/out/0/g1/o1, first wrong record s0:0: its commit is called, and no checkpoint"
                    + " that holds it is durable yet"));
  }

  @Test
  void HO_6_commitOfWhatWasGivenUp() {
    assertThat(ended().durable(1, 1, "g1/o1").runs(2, 0).commits(2, "g1/o1").violations())
        .containsExactly(
            breach(
                "HO-6",
                ", checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: its commit is called, and"
                    + " the checkpoint that was restored does not hold it"));
  }

  @Test
  void HO_6_processThatStoodStill_cannotKnow() {
    assertThat(ended().durable(1, 1, "g1/o1").runs(2, 0).commits(1, "g1/o1").violations())
        .isEmpty();
  }

  @Test
  void HO_6_checkpointPassesOverAnOlderInterval() {
    Story story =
        ended()
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t2", "s0:1")
            .ends(1, "g1/o2")
            .durable(1, 2, "g1/o2");

    assertThat(story.violations())
        .containsExactly(
            breach(
                "HO-6",
                ", checkpoint 2, a/out/0/g1/o1, first wrong record s0:0: checkpoint 2 completed"
                    + " without it"));
  }

  @Test
  void HO_6_whatACheckpointPassesOver_isNotMissedAsWell() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .does(1, STAGE, "t", "s0:0")
            .ends(1, "g1/o1")
            .endsWithNothing(1, "g1/o2")
            .durable(1, 2, "g1/o2");

    assertThat(story.settles().violations()).singleElement().asString().startsWith("HO-6 ");
  }

  @Test
  void HO_6_checkpointHoldsWhatWasPending() {
    Story story =
        ended()
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t2", "s0:1")
            .ends(1, "g1/o2")
            .calls(1, "liveness", "a/out/0/g1/o1")
            .with(new Event.Durable(1, 2, List.of("a/out/0/g1/o2"), List.of("a/out/0/g1/o1")));

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_6_laterIntervalOfTheSameWriter_waits() {
    Story story =
        ended()
            .writes(1, "g1/o2", "s0:1")
            .does(1, STAGE, "t2", "s0:1")
            .ends(1, "g1/o2")
            .durable(1, 1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_7_gapInASplit() {
    assertThat(story().writes(1, "g1/o1", "s0:0", "s0:2").violations())
        .containsExactly(
            breach(
                "HO-7",
                ", a/out/0/g1/o1, first wrong record s0:2: handed over after offset 0 of its split,"
                    + " expected 1"));
  }

  @Test
  void HO_7_splitsHaveOrdersOfTheirOwn() {
    Story story = story().put("s1:4", "l").writes(1, "g1/o1", "s0:1", "s1:4", "s0:2");

    assertThat(story.violations()).isEmpty();
  }

  // ---- fencing

  private static final String TOO_EARLY =
      ", checkpoint 1, a/out/0/g1/o1, first wrong record s0:0: process 2 fences before the restored"
          + " interval has ended";

  @Test
  void HO_8_fencesBeforeTheRestoredHasEnded() {
    Story story = ended().durable(1, 1, "g1/o1").starts(2, 1).calls(2, "fence", "a/out/0 of 1");

    assertThat(story.violations()).containsExactly(breach("HO-8", TOO_EARLY));
  }

  @Test
  void HO_8_fencesAfterTheRestoredHasEnded() {
    Story story =
        ended()
            .durable(1, 1, "g1/o1")
            .starts(2, 1)
            .reads("s0:0")
            .commits(2, "g1/o1")
            .answers(2, "g1/o1", "ALREADY_COMMITTED")
            .calls(2, "fence", "a/out/0 of 1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_8_whatNoCheckpointHolds_wasNotRestored() {
    assertThat(ended().starts(2, 0).calls(2, "fence", "a/out/0 of 1").violations()).isEmpty();
  }

  @Test
  void HO_8_whatWasGivenUp_wasNotRestored() {
    Story story = ended().durable(1, 1, "g1/o1").starts(2, 0).calls(2, "fence", "a/out/0 of 1");

    assertThat(story.violations()).isEmpty();
  }

  @Test
  void HO_8_ownInterval_wasNotRestored() {
    assertThat(ended().durable(1, 1, "g1/o1").calls(1, "fence", "a/out/0 of 1").violations())
        .isEmpty();
  }

  @Test
  void HO_8_intervalOfAnotherPipeline_wasNotRestored() {
    Story story =
        ended().durable(1, 1, "g1/o1").starts(2, "b", 1, 0).calls(2, "fence", "b/out/0 of 1");

    assertThat(story.violations()).isEmpty();
  }

  // ---- checkpoints

  @Test
  void HO_11_durableAfterASuccessorHasStarted() {
    Story story = ended().starts(2, 0).durable(1, 1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            breach("HO-11", ", checkpoint 1: made durable after a successor had started"));
  }

  @Test
  void HO_12_writerIsLeftOut() {
    Story story =
        Story.twoPhase()
            .starts(1, "a", 2, 0)
            .recovers(1)
            .endsWithNothing(1, "g1/o1")
            .durable(1, 1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            breach(
                "HO-12",
                ", checkpoint 1: [a/out/0/g1/o1] were ended, expected one interval of each of 2"
                    + " writers"));
  }

  private static Story pending(Story story) {
    return story.with(new Event.Durable(1, 1, List.of("a/out/0/g1/o1"), List.of("a/out/0/g1/o1")));
  }

  @Test
  void HO_13_nobodyAskedWhetherItIsAlive() {
    assertThat(pending(ended()).violations())
        .containsExactly(
            breach(
                "HO-13",
                ", checkpoint 1, a/out/0/g1/o1: nobody asked whether it is still alive before the"
                    + " checkpoint became durable"));
  }

  @Test
  void HO_13_somebodyAskedWhetherItIsAlive() {
    assertThat(pending(ended().calls(1, "liveness", "a/out/0/g1/o1")).violations()).isEmpty();
  }

  @Test
  void HO_13_everyCheckpointAsksAnew() {
    Story story =
        pending(ended().calls(1, "liveness", "a/out/0/g1/o1"))
            .endsWithNothing(1, "g1/o2")
            .with(new Event.Durable(1, 2, List.of("a/out/0/g1/o2"), List.of("a/out/0/g1/o1")));

    assertThat(story.violations())
        .containsExactly(
            breach(
                "HO-13",
                ", checkpoint 2, a/out/0/g1/o1: nobody asked whether it is still alive before the"
                    + " checkpoint became durable"));
  }

  @Test
  void HO_13_logLivesForEver() {
    Story story = Story.writeAhead().runs(1, 0).ends(1, "g1/o1");

    assertThat(pending(story).violations()).isEmpty();
  }

  @Test
  void HO_14_durableAfterTheStoreHadNoMoreToGive() {
    Story story =
        ended().sends(1, STAGE, "t2").answered("EXHAUSTED: 16 are open").durable(1, 1, "g1/o1");

    assertThat(story.violations())
        .containsExactly(
            breach("HO-14", ", checkpoint 1: completed after the store had no more to give"));
  }

  @Test
  void HO_14_anotherError_isNoShortage() {
    Story story = ended().sends(1, STAGE, "t2").answered("BUSY: later").durable(1, 1, "g1/o1");

    assertThat(story.violations()).isEmpty();
  }

  // ---- a start that is refused

  private static Story refused(Story story, long restored) {
    return story.starts(2, restored).with(new Event.Refused(2, "behind"));
  }

  private static String refusal(String checkpoint) {
    return "HO-15 recovery that never succeeds"
        + checkpoint
        + ": process 2 is refused as behind its store, where nothing was committed that its"
        + " checkpoint does not hold";
  }

  @Test
  void HO_15_refusedWithoutAReason() {
    assertThat(refused(ended().durable(1, 1, "g1/o1"), 0).violations())
        .containsExactly(refusal(""));
  }

  @Test
  void HO_15_refusedForWhatItsCheckpointHolds() {
    Story story = ended().durable(1, 1, "g1/o1").commits(1, "g1/o1");

    assertThat(refused(story, 1).violations()).containsExactly(refusal(", checkpoint 1"));
  }

  @Test
  void HO_15_refusedForAnotherPipelinesCommit() {
    Story story =
        story()
            .starts(3, "b", 1, 0)
            .recovers(3)
            .endsWithNothing(3, "b/out/0/g3/o1")
            .durable(3, 1, "b/out/0/g3/o1")
            .commits(3, "b/out/0/g3/o1");

    assertThat(refused(story, 0).violations()).containsExactly(refusal(""));
  }

  @Test
  void HO_15_refused_whereACommitWasAskedFor() {
    Story story = ended().durable(1, 1, "g1/o1").commits(1, "g1/o1");

    assertThat(refused(story, 0).violations()).isEmpty();
  }
}
