package dev.landfall.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunResultTest {
  private static RunResult result(String profile, Verdict verdict, Set<String> run) {
    PointResult point =
        new PointResult(
            "P1",
            "one",
            List.of(),
            Optional.empty(),
            Set.of(),
            "s;P1;seed=1",
            verdict,
            "",
            Set.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            1);
    return new RunResult(
        RunResult.VERSION,
        "s",
        "",
        Contract.TWO_PHASE,
        View.ROWS,
        new RunResult.StoreFacts("mysql", "8", "embedded"),
        profile,
        Optional.empty(),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of(),
        List.of(),
        List.of(point),
        new RunResult.Coverage(Set.of("COMMIT/K1", "COMMIT/K3"), run),
        RunResult.Addressing.OPERATIONS,
        "2026-01-01T00:00:00Z",
        1);
  }

  @Test
  void fullProfile_passesOnlyIfEveryCellThatIsThereWasRun() {
    Set<String> all = Set.of("COMMIT/K1", "COMMIT/K3");

    assertThat(result("full", Verdict.PASS, all).verdict()).isEqualTo(Verdict.PASS);
    assertThat(result("full", Verdict.PASS, Set.of("COMMIT/K1")).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(result("full", Verdict.FAIL, Set.of()).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void quickProfile_passesWithFewCells() {
    assertThat(result("quick", Verdict.PASS, Set.of("COMMIT/K1")).verdict())
        .isEqualTo(Verdict.PASS);
  }
}
