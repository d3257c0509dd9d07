package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import dev.landfall.sink.kafka.Evidence.Verdict;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of the decision table, state by state; DecisionTableIT sees them on a broker. */
class EvidenceTest {
  private static final IntervalId OURS = interval(2, 5);

  private static IntervalId interval(long generation, long ordinal) {
    return new IntervalId(
        new SinkId("orders", "out").writer(0), new Generation(generation), ordinal);
  }

  private static PreparedTransaction prepared(Protocol protocol, int epoch) {
    return new PreparedTransaction(
        "landfall.orders.out.0.g2.s1",
        7,
        (short) epoch,
        protocol,
        "landfall.orders.out.0",
        new TopicPartition("t", 0));
  }

  private static Optional<TransactionDescription> state(
      TransactionState state, long producer, int epoch) {
    return Optional.of(
        new TransactionDescription(
            1, state, producer, epoch, 60_000, OptionalLong.empty(), Set.of()));
  }

  private static Verdict verdict(
      PreparedTransaction prepared,
      Optional<TransactionDescription> state,
      Optional<IntervalId> confirmed) {
    return Evidence.of(prepared, state)
        .orElseGet(() -> Evidence.of(prepared, OURS, state, confirmed))
        .verdict();
  }

  @ParameterizedTest
  @CsvSource({
    // protocol, state, producer, epoch (ours is 10), newest confirmation as generation.ordinal
    "TWO, ONGOING,              7, 10, '',  COMMIT",
    "ONE, ONGOING,              7, 10, 2.4, COMMIT",
    "TWO, PREPARE_COMMIT,       7, 11, '',  COMMITTED",
    "TWO, COMPLETE_COMMIT,      7, 11, '',  COMMITTED",
    "ONE, PREPARE_COMMIT,       7, 10, '',  COMMITTED",
    "ONE, COMPLETE_COMMIT,      7, 10, 2.4, COMMITTED",
    "TWO, ONGOING,              7, 12, 2.5, COMMITTED",
    "TWO, EMPTY,                7, 12, 2.9, COMMITTED",
    "ONE, COMPLETE_ABORT,       7, 11, 2.6, COMMITTED",
    "TWO, PREPARE_ABORT,        7, 11, '',  LOST",
    "TWO, COMPLETE_ABORT,       7, 11, 2.4, LOST",
    "ONE, COMPLETE_ABORT,       7, 10, '',  LOST",
    "ONE, COMPLETE_ABORT,       7, 11, 2.4, LOST",
    "ONE, PREPARE_EPOCH_FENCE,  7, 11, '',  LOST",
    "TWO, COMPLETE_ABORT,       7, 11, 3.1, LOST",
    "TWO, EMPTY,                7, 12, 3.1, COMMITTED",
    "TWO, EMPTY,                7, 12, 2.4, LOST",
    "TWO, ONGOING,              7, 11, 2.4, LOST",
    "ONE, COMPLETE_COMMIT,      7, 11, 2.4, LOST",
    "TWO, EMPTY,                8, 0,  2.4, LOST",
    "TWO, EMPTY,                7, 12, '',  SILENT",
    "TWO, COMPLETE_COMMIT,      8, 0,  '',  SILENT",
  })
  void row(
      Protocol protocol,
      TransactionState state,
      long producer,
      int epoch,
      String confirmed,
      Verdict expected) {
    assertThat(verdict(prepared(protocol, 10), state(state, producer, epoch), parse(confirmed)))
        .isEqualTo(expected);
  }

  private static Optional<IntervalId> parse(String confirmed) {
    if (confirmed.isEmpty()) {
      return Optional.empty();
    }
    int dot = confirmed.indexOf('.');
    return Optional.of(
        interval(
            Long.parseLong(confirmed.substring(0, dot)),
            Long.parseLong(confirmed.substring(dot + 1))));
  }

  @ParameterizedTest
  @CsvSource({
    "'', SILENT",
    "2.4, SILENT",
    "2.5, COMMITTED",
    "2.6, COMMITTED",
    "3.1, COMMITTED",
    "1.9, SILENT"
  })
  void row_forgotten(String confirmed, Verdict expected) {
    assertThat(verdict(prepared(Protocol.TWO, 10), Optional.empty(), parse(confirmed)))
        .isEqualTo(expected);
  }

  @Test
  void lastEpoch_endsUnderANewProducerId() {
    PreparedTransaction last = prepared(Protocol.TWO, Short.MAX_VALUE - 1);

    assertThat(verdict(last, state(TransactionState.COMPLETE_COMMIT, 99, 0), Optional.empty()))
        .isEqualTo(Verdict.COMMITTED);
    assertThat(verdict(last, state(TransactionState.COMPLETE_ABORT, 99, 0), Optional.empty()))
        .isEqualTo(Verdict.LOST);
    assertThat(verdict(last, state(TransactionState.EMPTY, 99, 0), Optional.empty()))
        .isEqualTo(Verdict.SILENT);
    assertThat(verdict(last, state(TransactionState.ONGOING, 99, 0), Optional.empty()))
        .isEqualTo(Verdict.SILENT);
    assertThat(
            verdict(
                prepared(Protocol.ONE, Short.MAX_VALUE - 1),
                state(TransactionState.COMPLETE_COMMIT, 99, 0),
                Optional.empty()))
        .isEqualTo(Verdict.SILENT);
  }
}
