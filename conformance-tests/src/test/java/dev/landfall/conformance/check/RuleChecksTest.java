package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Rule;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part of the checker judges which rule. */
class RuleChecksTest {
  @Test
  void ruleIsJudgedByThoseThatAreNamed() {
    assertThat(RuleChecks.of(Rule.I_1)).containsExactly("KeyWatch");
    assertThat(RuleChecks.of(Rule.HO_14)).containsExactly("HostWatch", "NameWatch");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"IDEMPOTENT,I-", "WRITE_AHEAD,W-", "TWO_PHASE,T-"})
  void contractIsJudgedByItsOwnRules_andByThoseOfAllSinksAndHosts(Contract contract, String own) {
    List<Rule> expected =
        Arrays.stream(Rule.values())
            .filter(rule -> !RuleChecks.of(rule).isEmpty())
            .filter(rule -> rule.id().matches("(SI-|HO-|" + own + ").*"))
            .toList();

    assertThat(RuleChecks.of(contract)).containsExactlyInAnyOrderElementsOf(expected);
  }
}
