package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.stores.KafkaStore;
import java.util.List;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of {@link Evidence} on a real broker; rows 1 to 4 are in TransactionRulesIT as well. */
class DecisionTableIT {
  private static CommitOutcome commit(Lab lab, Committable committable) throws Exception {
    try (Committer committer = lab.open().committer()) {
      return committer.commit(committable);
    }
  }

  /** What another process, or a person, does to an id. */
  private static void fence(Lab lab, Committable committable) {
    Observer.get(
        () ->
            lab.observer
                .admin
                .fenceProducers(List.of(Lab.payload(committable).transactionalId()))
                .all()
                .get());
  }

  @ParameterizedTest
  @EnumSource
  void row5_fencedAndALaterGenerationConfirmed_isCommitted(Protocol protocol) throws Exception {
    try (Lab lab = new Lab(Brokers.shared(protocol))) {
      Committable old = Lab.prepared(lab.writer(lab.open(), 1), lab.interval(1, 1), "old");
      lab.recover(lab.open(), 2, old);
      Committable later = Lab.prepared(lab.writer(lab.open(), 2), lab.interval(2, 1), "later");
      assertThat(commit(lab, later)).isEqualTo(CommitOutcome.committed());
      assertThat(lab.visible()).containsExactly("old", "later");

      // an older checkpoint, restored on purpose: what it holds was committed long ago
      CommitOutcome again = commit(lab, old);

      assertThat(again).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
      lab.recover(lab.open(), 3, ReplayPolicy.ACCEPT, old);
    }
  }

  @ParameterizedTest
  @EnumSource
  void row6_fencedAfterAnEarlierConfirmation_isLost(Protocol protocol) throws Exception {
    try (Lab lab = new Lab(Brokers.shared(protocol))) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      Committable two = Lab.prepared(writer, lab.interval(1, 2), "b");
      commit(lab, one);
      lab.visible();

      fence(lab, two);

      CommitOutcome outcome = commit(lab, two);
      assertThat(outcome).isInstanceOf(CommitOutcome.Lost.class);
      assertThat(outcome.explanation()).contains("was fenced").contains("o1");
      assertThat(lab.visible()).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void row7_fencedAndNoConfirmation_isInDoubt(Protocol protocol) throws Exception {
    try (Lab lab = new Lab(Brokers.shared(protocol))) {
      Committable one = Lab.prepared(lab.writer(lab.open(), 1), lab.interval(1, 1), "a");

      fence(lab, one);

      assertThat(commit(lab, one)).isInstanceOf(CommitOutcome.InDoubt.class);
    }
  }

  @Test
  void row8_forgotten_isDecidedByTheConfirmationAlone() throws Exception {
    try (KafkaStore broker =
            Brokers.builder(Protocol.TWO)
                .property("transactional.id.expiration.ms", "2000")
                .property("transaction.remove.expired.transaction.cleanup.interval.ms", "500")
                .start();
        Lab lab = new Lab(broker)) {
      TransactionWriter writer = lab.writer(lab.open(), 1);
      Committable one = Lab.prepared(writer, lab.interval(1, 1), "a");
      commit(lab, one);
      writer.close();
      String id = Lab.payload(one).transactionalId();
      Observer.await(
          "the broker forgets " + id,
          () ->
              lab.observer.transactions(id).stream()
                  .noneMatch(known -> known.transactionalId().equals(id)));

      assertThat(commit(lab, one)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
      Observer.get(
          () ->
              lab.observer
                  .admin
                  .deleteConsumerGroups(List.of(Names.of(lab.sink.writer(0))))
                  .all()
                  .get());
      CommitOutcome silent = commit(lab, one);
      assertThat(silent).isInstanceOf(CommitOutcome.InDoubt.class);
      assertThat(silent.explanation()).contains("has forgotten the transactional id");
    }
  }

  /** The last epochs of a producer id, one by one, until the end goes on with another id. */
  @Tag("full")
  @ParameterizedTest
  @EnumSource
  void epochThatRollsOver_isProvenAtEachStep(Protocol protocol) throws Exception {
    try (Lab lab = new Lab(Brokers.shared(protocol))) {
      TransactionalSink sink = lab.open();
      Committable first = Lab.prepared(lab.writer(sink, 1), lab.interval(1, 1), "first");
      commit(lab, first);
      String id = Lab.payload(first).transactionalId();
      lab.observer.awaitState(id, TransactionState.COMPLETE_COMMIT);
      while (lab.observer.transaction(id).producerEpoch() < Short.MAX_VALUE - 8) {
        for (int i = lab.observer.transaction(id).producerEpoch(); i < Short.MAX_VALUE - 8; i++) {
          fence(lab, first);
        }
      }
      long producer = lab.observer.transaction(id).producerId();
      int ordinal = 1;
      for (TransactionDescription state = lab.observer.transaction(id);
          state.producerId() == producer;
          state = lab.observer.transaction(id)) {
        ordinal++;
        // slot 0 is the first that a new writer uses
        Committable next =
            Lab.prepared(lab.writer(lab.open(), 1), lab.interval(1, ordinal), "v" + ordinal);
        assertThat(Lab.payload(next).transactionalId()).isEqualTo(id);
        assertThat(commit(lab, next)).isEqualTo(CommitOutcome.committed());
        assertThat(commit(lab, next)).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
        lab.observer.awaitState(id, TransactionState.COMPLETE_COMMIT);
        CommitOutcome proven = commit(lab, next);
        assertThat(proven).isInstanceOf(CommitOutcome.AlreadyCommitted.class);
        assertThat(proven.explanation()).contains("transaction state");
      }
      assertThat(lab.visible()).hasSize(ordinal);
    }
  }
}
