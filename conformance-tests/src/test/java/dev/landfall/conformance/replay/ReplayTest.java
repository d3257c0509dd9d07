package dev.landfall.conformance.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.model.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
  @Test
  void token_isReadBack() {
    String text = "reference-2pc;P5;seed=1;wake=committed;K3@C2.commit/Commit#1;K1@R1.start";

    assertThat(Token.parse(text)).hasToString(text);
  }

  @Test
  void replayOfABrokenSink_tellsRuleRecordSmallestRunAndLanes() {
    Replay replay = Replay.of("m12;P1;seed=1;K5@C1.commit/AppendStaged#1");

    assertThat(replay.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(replay.text())
        .contains("FAIL")
        .contains("T-3 duplicate, checkpoint 1, a/out/0/g1/o1, first wrong record s0:0")
        .contains("smallest run with the same rule: m12;")
        .contains("*** K5@C1.commit/AppendStaged#1 ***");
  }

  /** P23 has few steps, and an interval longer than any buffer. */
  @Test
  void aSmallerRun_hasNoMoreRecords() {
    assertThat(Replay.of("m12;P0b;seed=1;K5@C1.commit/AppendStaged#1").text())
        .contains("FAIL")
        .doesNotContain("m12;P23");
  }

  @ParameterizedTest
  @ValueSource(strings = {"K2", "K3", "K5", "K6", "K7", "K8"})
  void faultThatNeedsARequest_isRefusedAtAnEventOfTheHost(String fault) {
    assertThatThrownBy(() -> Replay.of("m12;P0b;seed=1;" + fault + "@C1.durable"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot let " + fault + " happen at 'C1.durable'");
  }

  @Test
  void nameThatHoldsChance_isToldThoughItTakesTwoRunsToSeeIt() {
    assertThat(Replay.of("m10;P0;seed=2").text())
        .startsWith("m10;P0;seed=2: FAIL")
        .contains("SI-4", "a name holds a clock, an instance or chance");
  }

  @Test
  void faultThatDoesNotFire_isUnknownAndNoPass() {
    assertThat(Replay.of("reference-2pc;P0;seed=1;K1@C9.durable").text())
        .contains("UNKNOWN (0 of 1 faults fired)");
  }

  @Test
  void unknownSink_isRefusedByName() {
    assertThatThrownBy(() -> Replay.of("nobody;P0"))
        .hasMessageStartingWith("Cannot find the sink 'nobody'")
        .hasMessageContaining("m36c, ")
        .hasMessageContaining("x38");
  }

  @Test
  void whatIsNoPartOfAToken_isNamed() {
    assertThatThrownBy(() -> Token.parse("m12;P99;seed=1"))
        .hasMessageContaining("Cannot find schedule 'P99'");
    assertThatThrownBy(() -> Token.parse("m12;P0;seed=one"))
        .hasMessage("Cannot read the seed 'one' of a token: expected a whole number");
    assertThatThrownBy(() -> Token.parse("m12;P0;seed=1;wake=soon"))
        .hasMessage("Cannot read wake='soon' of a token: expected recovered or committed");
    assertThatThrownBy(() -> Token.parse("m12;P0;seed=1;K99@C1.durable"))
        .hasMessage("Cannot find the fault 'K99', expected K1 to K13");
  }
}
