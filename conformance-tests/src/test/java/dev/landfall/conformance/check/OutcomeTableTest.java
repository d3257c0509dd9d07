package dev.landfall.conformance.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.conformance.check.OutcomeTable.Cell;
import dev.landfall.conformance.model.Contract;
import dev.landfall.conformance.model.Header;
import dev.landfall.conformance.model.Outcome;
import dev.landfall.conformance.model.Rule;
import dev.landfall.conformance.model.View;
import dev.landfall.sdk.Guarantee.Weakness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The outcome tables are those of the specification, cell by cell. */
class OutcomeTableTest {
  private static final Path SPEC = Path.of("..", "docs", "SPEC.md");
  private static final List<Contract> COLUMNS =
      List.of(Contract.IDEMPOTENT, Contract.WRITE_AHEAD, Contract.TWO_PHASE);

  @Test
  void everyOutcomeWithAWeakness_isAsTheSpecificationSays() throws Exception {
    Map<Weakness, String[]> rows = new EnumMap<>(Weakness.class);
    for (String line : Files.readAllLines(SPEC)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length > 5 && cells[2].strip().matches("`[A-Z_]+`")) {
        rows.put(Weakness.valueOf(cells[2].strip().replace("`", "")), cells);
      }
    }

    assertThat(rows).containsOnlyKeys(Weakness.values());
    for (Outcome outcome : Outcome.values()) {
      outcome.weakness().ifPresent(weakness -> compare(outcome, rows.get(weakness)));
    }
  }

  private static void compare(Outcome outcome, String[] cells) {
    for (int column = 0; column < COLUMNS.size(); column++) {
      String said = cells[3 + column].strip();
      assertThat(OutcomeTable.cell(outcome, COLUMNS.get(column)))
          .as("%s, %s", outcome, COLUMNS.get(column))
          .isEqualTo(said.startsWith("declared") ? Cell.DECLARED : Cell.NO);
    }
  }

  @Test
  void outcomeWithoutAWeakness_isForbiddenButForALoudExpiry() {
    for (Outcome outcome : Outcome.values()) {
      for (Contract contract : COLUMNS) {
        if (outcome.weakness().isEmpty()) {
          boolean loud = outcome == Outcome.LOUD_EXPIRY && contract == Contract.TWO_PHASE;
          assertThat(OutcomeTable.cell(outcome, contract)).isEqualTo(loud ? Cell.YES : Cell.NO);
        }
      }
    }
  }

  @Test
  void outcomeThatIsDeclared_isReportedAndNoFailure() {
    Findings findings = findings(Set.of(Weakness.PARTLY_VISIBLE_ACROSS_WRITERS));

    assertThat(saw(findings, Outcome.PARTLY_VISIBLE_ACROSS_WRITERS)).isFalse();
    assertThat(saw(findings, Outcome.LOUD_EXPIRY)).isFalse();

    assertThat(findings.violations()).isEmpty();
    assertThat(findings.declared()).containsExactly(Outcome.PARTLY_VISIBLE_ACROSS_WRITERS);
  }

  @Test
  void outcomeThatIsNotDeclared_isAFailure() {
    Findings findings = findings(Set.of());

    assertThat(saw(findings, Outcome.PARTLY_VISIBLE_ACROSS_WRITERS)).isTrue();
    assertThat(saw(findings, Outcome.PARTLY_VISIBLE_ACROSS_WRITERS)).isTrue();

    assertThat(findings.violations()).hasSize(1);
    assertThat(findings.declared()).isEmpty();
  }

  @Test
  void declarationOfWhatTheContractForbids_helpsNothing() {
    Findings findings = findings(Set.of(Weakness.PARTLY_VISIBLE_WITHIN_WRITER));

    assertThat(saw(findings, Outcome.PARTLY_VISIBLE_WITHIN_WRITER)).isTrue();
  }

  private static Findings findings(Set<Weakness> declared) {
    return new Findings(
        new Header(
            Header.VERSION, "some", Contract.TWO_PHASE, View.ROWS, declared, "", 0, List.of()));
  }

  private static boolean saw(Findings findings, Outcome outcome) {
    return findings.saw(Rule.T_1, outcome, 1, "a/out/0/g1/o1", "s0:0", "seen");
  }
}
