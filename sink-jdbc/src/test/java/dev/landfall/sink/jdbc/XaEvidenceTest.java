package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sink.jdbc.XaEvidence.Answer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The decision table, cell by cell. */
class XaEvidenceTest {
  @ParameterizedTest
  @CsvSource({
    "YES, YES, YES, ALREADY_COMMITTED",
    "NO, YES, YES, ALREADY_COMMITTED",
    "UNKNOWN, YES, YES, ALREADY_COMMITTED",
    "YES, NO, NO, RETRY_LATER",
    "YES, NO, YES, RETRY_LATER",
    "YES, UNKNOWN, UNKNOWN, RETRY_LATER",
    "NO, NO, NO, LOST",
    "NO, NO, YES, IN_DOUBT",
    "NO, NO, UNKNOWN, IN_DOUBT",
    "NO, UNKNOWN, UNKNOWN, IN_DOUBT",
    "UNKNOWN, NO, NO, IN_DOUBT",
    "UNKNOWN, UNKNOWN, UNKNOWN, IN_DOUBT"
  })
  void T_4_T_5_outcome(
      Answer listed, Answer confirmed, Answer pruned, CommitOutcome.Kind expected) {
    CommitOutcome outcome = new XaEvidence(listed, confirmed, pruned).outcome("x", "NOTA");

    assertThat(outcome.kind()).isEqualTo(expected);
    assertThat(outcome.explanation()).contains("xid x");
  }
}
