package dev.landfall.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.model.Judgement;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.Verdict;
import dev.landfall.conformance.model.Violation;
import dev.landfall.sdk.Guarantee.Weakness;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeclarationsTest {
  private static final String YAML =
      """
      sink: {type: jdbc}
      declares:
        partly-visible-across-writers: each writer commits its own transaction
      waivers:
        - {rule: T-8, reason: server bug, link: "https://example.org/1", expiry: 2026-12-31}
      """;

  private final Declarations declarations = Declarations.read(YAML);

  @Test
  void weaknessesAndWaivers_areReadFromYaml() {
    assertThat(declarations.declares()).containsOnlyKeys(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS);
    assertThat(declarations.waiver(Rule.T_8)).isPresent();
    assertThat(declarations.waiver(Rule.T_7)).isEmpty();
  }

  @Test
  void waivedRuleThatHolds_isAnError() {
    assertThat(waiver().problem(true, LocalDate.parse("2026-12-01")).orElseThrow())
        .isEqualTo(
            "Cannot waive T-8 (server bug): the rule holds in every run (remove the waiver)");
  }

  @Test
  void waivers_areLookedAtAfterAllRuns() {
    LocalDate today = LocalDate.parse("2026-12-01");

    assertThat(declarations.problems(Set.of(Rule.T_8), today)).isEmpty();
    assertThat(declarations.problems(Set.of(Rule.T_7), today))
        .singleElement()
        .asString()
        .contains("T-8", "remove the waiver");
    assertThat(declarations.problems(Set.of(Rule.T_8), LocalDate.parse("2027-01-01"))).hasSize(1);
  }

  @Test
  void waiversThatWereNeeded_areTold_withTheNumberOfRuns() {
    assertThat(declarations.needed(Map.of(Rule.T_7, 2L))).isEmpty();
    assertThat(declarations.needed(Map.of(Rule.T_7, 2L, Rule.T_8, 3L)))
        .singleElement()
        .hasToString(
            "waived until 2026-12-31: server bug (https://example.org/1), broken in 3 runs");
  }

  @Test
  void waivedViolation_isTakenOut_andNothingElse() {
    Violation waived = new Violation(Rule.T_8, Outcome.BREACH, 1, "a/out/0/g1/o1", "s0:0", "seen");
    Violation other = new Violation(Rule.T_7, Outcome.BREACH, 1, "a/out/0/g1/o1", "s0:0", "seen");
    Judgement both = new Judgement(Verdict.FAIL, List.of(waived, other), Set.of(), "");
    Judgement one = new Judgement(Verdict.FAIL, List.of(waived), Set.of(), "");
    Judgement unknown = new Judgement(Verdict.FAIL, List.of(waived), Set.of(), "0 of 1 faults");

    assertThat(declarations.waive(both).violations()).containsExactly(other);
    assertThat(declarations.waived(both)).containsExactly(waived);
    assertThat(declarations.waive(both).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(declarations.waive(one).verdict()).isEqualTo(Verdict.PASS);
    assertThat(declarations.waive(unknown).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void ruleOrDayThatIsNone_andSecondWaiverOfARule_areRefused() {
    String link = "reason: x, link: y";

    assertThatThrownBy(
            () -> Declarations.read("waivers: [{rule: T8, " + link + ", expiry: 2026-12-31}]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot waive 'T8': expected the id of a rule, such as T-8");
    assertThatThrownBy(
            () -> Declarations.read("waivers: [{rule: T-8, " + link + ", expiry: soon}]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot read the expiry 'soon': expected a day");
    Declarations.Waiver waiver = waiver();
    assertThatThrownBy(() -> new Declarations(Map.of(), List.of(waiver, waiver)))
        .hasMessage("Cannot waive T-8 twice: expected one waiver a rule");
  }

  @Test
  void expiredWaiver_isAnError() {
    assertThat(waiver().problem(false, LocalDate.parse("2026-12-31"))).isEmpty();
    assertThat(waiver().problem(false, LocalDate.parse("2027-01-01")).orElseThrow())
        .isEqualTo("Cannot waive T-8 (server bug): the waiver expired on 2026-12-31");
  }

  @Test
  void unknownWeakness_isRefusedByName() {
    assertThatThrownBy(() -> Declarations.read("declares: {sometimes-wrong: well}"))
        .hasMessageStartingWith("Cannot declare 'sometimes-wrong': expected one of");
  }

  @Test
  void waiverWithoutLink_isRefused() {
    assertThatThrownBy(() -> Declarations.read("waivers: [{rule: T-8, reason: x}]"))
        .hasMessageStartingWith("Cannot read a waiver without 'link'");
  }

  private Declarations.Waiver waiver() {
    return declarations.waiver(Rule.T_8).orElseThrow();
  }
}
