package dev.landfall.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.conformance.model.Rule;
import dev.landfall.sdk.Guarantee.Weakness;
import java.time.LocalDate;
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
        .isEqualTo("Cannot waive T-8 (server bug): the rule holds (remove the waiver)");
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
