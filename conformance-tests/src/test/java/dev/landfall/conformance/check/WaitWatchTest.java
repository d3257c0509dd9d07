package dev.landfall.conformance.check;

import static dev.landfall.conformance.model.Access.LOCK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Guarantee.Weakness;
import org.junit.jupiter.api.Test;

/** Whether readers have to wait, for whom and how long. */
class WaitWatchTest {
  private static final String UNTIL = " readers or writers blocked, until recovery is done";
  private static final String AFTER = " readers or writers blocked after recovery";
  private static final String REMEDY = " (a sink may declare BLOCKED_UNTIL_RECOVERED)";

  private static Story locked(Story story) {
    return story.runs(1, 0).sends(1, LOCK, "t").applied().blocks();
  }

  @Test
  void T_8_readersWait_whichIsNotDeclared() {
    assertThat(locked(Story.twoPhase()).violations())
        .containsExactly("T-8" + UNTIL + ": readers wait since C1.do/Lock#1 of process 1" + REMEDY);
  }

  @Test
  void T_8_readersWaitForAnInterval() {
    Story story =
        Story.twoPhase()
            .put("s0:0", "k")
            .runs(1, 0)
            .writes(1, "g1/o1", "s0:0")
            .ends(1, "g1/o1")
            .durable(1, 4, "g1/o1")
            .commits(1, "g1/o1")
            .does(1, LOCK, "t")
            .blocks();

    assertThat(story.violations())
        .containsExactly(
            "T-8"
                + UNTIL
                + ", checkpoint 4, a/out/0/g1/o1, first wrong record s0:0: readers wait since"
                + " C1.do/Lock#1 of process 1"
                + REMEDY);
  }

  @Test
  void T_8_readersWaitBeforeAnyRequest() {
    assertThat(Story.twoPhase().runs(1, 0).blocks().violations())
        .containsExactly("T-8" + UNTIL + ": readers wait since before the first request" + REMEDY);
  }

  @Test
  void SI_5_readersWait_andNoTransactionExcusesIt() {
    assertThat(locked(Story.keyed()).violations())
        .containsExactly("SI-5" + UNTIL + ": readers wait since C1.do/Lock#1 of process 1");
  }

  private static Story declared() {
    return Story.twoPhase().declares(Weakness.BLOCKED_UNTIL_RECOVERED);
  }

  @Test
  void T_8_readersWait_asDeclared() {
    assertThat(locked(declared()).blocks().reads().violations()).isEmpty();
  }

  @Test
  void T_8_readersStillWait_afterTheSuccessorHasRecovered() {
    assertThat(locked(declared()).runs(2, 0).violations())
        .containsExactly(
            "T-8"
                + AFTER
                + ": readers still wait after process 2 has recovered, since C1.do/Lock#1 of"
                + " process 1");
  }

  @Test
  void T_8_readersStillWait_forNobodyKnown() {
    assertThat(declared().runs(1, 0).blocks().runs(2, 0).violations())
        .containsExactly(
            "T-8"
                + AFTER
                + ": readers still wait after process 2 has recovered, since before the first"
                + " request");
  }

  @Test
  void T_8_readersDoNotWaitAnyMore() {
    assertThat(locked(declared()).reads().runs(2, 0).violations()).isEmpty();
  }

  @Test
  void T_8_recoveryOfAnotherPipeline_endsNothing() {
    assertThat(locked(declared()).starts(2, "b", 1, 0).recovers(2).violations()).isEmpty();
  }

  @Test
  void T_8_recoveryThatWaitsForItself_endsNothing() {
    assertThat(
            declared().starts(1, 0).sends(1, LOCK, "t").applied().blocks().recovers(1).violations())
        .isEmpty();
  }

  @Test
  void T_8_readersWaitForTheDead() {
    assertThat(declared().runs(1, 0).sends(1, LOCK, "t").runs(2, 0).applied().blocks().violations())
        .containsExactly(
            "T-8" + AFTER + ": readers wait for the dead since C1.do/Lock#1 of process 1");
  }
}
