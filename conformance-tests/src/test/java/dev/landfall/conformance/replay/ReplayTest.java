package dev.landfall.conformance.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReplayTest {
  @Test
  void token_isReadBack() {
    String text = "reference-2pc;P5;seed=1;wake=committed;K3@C2.commit/Commit#1;K1@R1.start";

    assertThat(Token.parse(text)).hasToString(text);
  }

  @Test
  void replayOfABrokenSink_tellsRuleRecordSmallestRunAndLanes() {
    String told = Replay.of("m12;P1;seed=1;K5@C1.commit/AppendStaged#1");

    assertThat(told)
        .contains("FAIL")
        .contains("T-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0")
        .contains("smallest run with the same rule: m12;")
        .contains("*** K5@C1.commit/AppendStaged#1 ***");
  }

  @Test
  void nameThatHoldsChance_isToldThoughItTakesTwoRunsToSeeIt() {
    assertThat(Replay.of("m10;P0;seed=2"))
        .startsWith("m10;P0;seed=2: FAIL")
        .contains("SI-4", "a name holds a clock, an instance or chance");
  }

  @Test
  void faultThatDoesNotFire_isUnknownAndNoPass() {
    assertThat(Replay.of("reference-2pc;P0;seed=1;K1@C9.durable"))
        .contains("UNKNOWN (0 of 1 faults fired)");
  }

  @Test
  void unknownSink_isRefusedByName() {
    assertThatThrownBy(() -> Replay.of("nobody;P0"))
        .hasMessageStartingWith("Cannot find the sink 'nobody'");
  }
}
