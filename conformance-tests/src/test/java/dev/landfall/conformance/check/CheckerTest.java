package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Fault;
import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Verdict;
import org.junit.jupiter.api.Test;

/** The verdict of a history: FAIL, or PASS, or UNKNOWN and why. */
class CheckerTest {
  private static Story begun() {
    return Story.rows().runs(1, 0);
  }

  private static void require(Story story, Verdict verdict, String why) {
    Judgement judgement = story.judgement();
    assertThat(judgement.verdict()).isEqualTo(verdict);
    assertThat(judgement.why()).isEqualTo(why);
  }

  @Test
  void runToItsEnd_thatBrokeNothing_passes() {
    require(begun().settles(), Verdict.PASS, "");
  }

  @Test
  void runWithoutItsLastLook_isUnknown() {
    Story quiet = begun().with(new Event.Settled("quiet"));

    require(begun(), Verdict.UNKNOWN, "the run was not made to its end");
    require(quiet, Verdict.UNKNOWN, "the run was not made to its end");
  }

  @Test
  void faultThatDidNotFire_isUnknown() {
    Story story = begun().plansAFault().fault(Fault.K1).settles();

    require(story, Verdict.UNKNOWN, "1 of 2 faults fired");
  }

  @Test
  void faultThatFired_isNoReasonToDoubt() {
    require(begun().fault(Fault.K1).settles(), Verdict.PASS, "");
  }

  @Test
  void brokenPromise_fails_howeverLittleOfTheRunWasMade_whichIsToldAsWell() {
    require(begun().plansAFault().reads("?"), Verdict.FAIL, "0 of 1 faults fired");
  }
}
