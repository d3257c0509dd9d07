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
    "YES, YES, YES, NO, ALREADY_COMMITTED",
    "NO, YES, YES, NO, ALREADY_COMMITTED",
    "UNKNOWN, YES, YES, NO, ALREADY_COMMITTED",
    "YES, NO, NO, NO, RETRY_LATER",
    "YES, NO, YES, NO, RETRY_LATER",
    "YES, UNKNOWN, UNKNOWN, NO, RETRY_LATER",
    "NO, NO, NO, NO, LOST",
    "NO, NO, NO, YES, IN_DOUBT",
    "NO, NO, NO, UNKNOWN, IN_DOUBT",
    "NO, NO, YES, NO, IN_DOUBT",
    "NO, NO, UNKNOWN, NO, IN_DOUBT",
    "NO, UNKNOWN, UNKNOWN, NO, IN_DOUBT",
    "UNKNOWN, NO, NO, NO, IN_DOUBT",
    "UNKNOWN, UNKNOWN, UNKNOWN, NO, IN_DOUBT"
  })
  void T_4_T_5_outcome(
      Answer listed, Answer confirmed, Answer pruned, Answer held, CommitOutcome.Kind expected) {
    CommitOutcome outcome = new XaEvidence(listed, confirmed, pruned, held).outcome("x", "NOTA");

    assertThat(outcome.kind()).isEqualTo(expected);
    assertThat(outcome.explanation()).contains("xid x");
  }
}
