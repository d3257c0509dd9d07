package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Transcript;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.protocol.Errors;

/**
 * What becomes of a transaction whose records are all acknowledged, which is how Kafka prepares.
 * One thread at a time.
 *
 * <p>A producer of these experiments is closed without waiting: an orderly close would abort what
 * it has open, which a dead process never does.
 */
final class KafkaTransactionExperiments {
  /** Longer than any experiment but that of the time-out. */
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(1);

  private final KafkaProbeTarget target;

  KafkaTransactionExperiments(KafkaProbeTarget target) {
    this.target = target;
  }

  /** Something is asked while a producer holds an acknowledged, uncommitted record. */
  private interface Beside {
    Answer ask(PreparedTransaction prepared, KafkaProducer<byte[], byte[]> owner)
        throws SinkException, InterruptedException;
  }

  private Answer beside(String topic, Transcript seen, Beside question)
      throws SinkException, InterruptedException {
    String id = target.id();
    KafkaProducer<byte[], byte[]> owner = target.producer(id, TIMEOUT, seen);
    try {
      target.write(owner, topic, "prepared", seen);
      return question.ask(target.prepared(id, seen), owner);
    } finally {
      owner.close(Duration.ZERO);
      target.cluster().fence(List.of(id));
    }
  }

  /** Writes, and dies without a word. */
  PreparedTransaction prepareAndLeave(String id, String topic, String value, Transcript seen)
      throws SinkException, InterruptedException {
    KafkaProducer<byte[], byte[]> owner = target.producer(id, TIMEOUT, seen);
    try {
      target.write(owner, topic, value, seen);
      return target.prepared(id, seen);
    } finally {
      owner.close(Duration.ZERO);
      seen.noted("the producer hangs up");
    }
  }

  Answer invisible() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic,
        seen,
        (prepared, owner) -> {
          List<String> values = target.committed(topic, seen);
          return Answer.of(
              Holds.of(values.isEmpty()),
              "a read_committed reader meets " + values.size() + " records",
              seen);
        });
  }

  Answer survivesDisconnect() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String id = target.id();
    prepareAndLeave(id, target.topic(seen), "prepared", seen);
    TransactionState state = target.state(id, seen).state();
    return Answer.of(
        Holds.of(state == TransactionState.ONGOING),
        "its state is " + state + " until its time-out",
        seen);
  }

  Answer commitAfterOwner() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    PreparedTransaction prepared = prepareAndLeave(target.id(), topic, "prepared", seen);
    return committed(topic, target.commit(prepared, seen), seen);
  }

  Answer commitBesideOwner() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic, seen, (prepared, owner) -> committed(topic, target.commit(prepared, seen), seen));
  }

  private Answer committed(String topic, Errors error, Transcript seen)
      throws SinkException, InterruptedException {
    boolean visible =
        error == Errors.NONE && target.becomesVisible(topic, List.of("prepared"), seen);
    return Answer.of(
        Holds.of(visible),
        "EndTxn with the producer's id and epoch is answered " + error.name(),
        seen);
  }

  Answer secondCommit() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    PreparedTransaction prepared = prepareAndLeave(target.id(), topic, "prepared", seen);
    target.commit(prepared, seen);
    boolean once = target.becomesVisible(topic, List.of("prepared"), seen);
    Errors second = target.commit(prepared, seen);
    return Answer.of(
        Holds.of(once && target.committed(topic, seen).equals(List.of("prepared"))),
        "the same EndTxn again is answered " + second.name(),
        seen);
  }

  Answer commitAfterTimeout() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    String id = target.id();
    KafkaProducer<byte[], byte[]> owner = target.producer(id, SHORT_TIMEOUT, seen);
    PreparedTransaction prepared;
    try {
      target.write(owner, topic, "late", seen);
      prepared = target.prepared(id, seen);
    } finally {
      owner.close(Duration.ZERO);
    }
    seen.noted("the time-out of " + SHORT_TIMEOUT.toMillis() + " ms passes");
    boolean aborted =
        target.await(id, state -> state.state() == TransactionState.COMPLETE_ABORT, seen);
    Errors late = target.commit(prepared, seen);
    boolean lost = target.committed(topic, seen).isEmpty();
    return Answer.of(
        Holds.of(aborted && late != Errors.NONE && lost),
        (aborted ? "the broker aborts it; a late commit is answered " : "it is answered ")
            + late.name(),
        seen);
  }

  Answer foreignListed() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic,
        seen,
        (prepared, owner) ->
            Answer.of(
                Holds.of(isListed(prepared.transactionalId(), seen)),
                "by ListTransactions with the state Ongoing",
                seen));
  }

  Answer leftoversListed() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String id = target.id();
    prepareAndLeave(id, target.topic(seen), "left", seen);
    return Answer.of(
        Holds.of(isListed(id, seen)),
        "by ListTransactions; open and prepared are the same to the broker",
        seen);
  }

  private boolean isListed(String id, Transcript seen) throws SinkException, InterruptedException {
    ListTransactionsOptions ongoing =
        new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    Collection<TransactionListing> listed =
        target
            .cluster()
            .await("list transactions", target.cluster().admin().listTransactions(ongoing).all());
    List<String> ours =
        listed.stream().map(TransactionListing::transactionalId).filter(id::equals).toList();
    seen.sent("admin", "ListTransactions Ongoing").answered("admin", "among them " + ours);
    return !ours.isEmpty();
  }

  /** Records committed behind an open transaction: when does a reader meet them? */
  Answer readersNotBlocked() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic,
        seen,
        (prepared, owner) -> {
          try (KafkaProducer<byte[], byte[]> plain = target.plainProducer("plain")) {
            target.send(plain, topic, "behind", seen);
          }
          boolean behind = target.committed(topic, seen).contains("behind");
          Optional<TransactionDescription> state =
              target.cluster().describe(prepared.transactionalId());
          long millis = state.map(TransactionDescription::transactionTimeoutMs).orElse(0L);
          return Answer.of(
              Holds.of(behind),
              behind
                  ? "a read_committed reader goes past it"
                  : "a read_committed reader waits behind it until it ends, at the longest for its"
                      + " transaction.timeout.ms (here "
                      + millis
                      + ")",
              seen);
        });
  }

  Answer fencing() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic,
        seen,
        (prepared, old) -> {
          target.producer(prepared.transactionalId(), TIMEOUT, seen).close(Duration.ZERO);
          String told = commitAs(old, seen);
          boolean invisible = target.committed(topic, seen).isEmpty();
          return Answer.of(
              Holds.of(!told.equals("OK") && invisible),
              "by InitProducerId of its transactional id; the old producer is told " + told,
              seen);
        });
  }

  private static String commitAs(KafkaProducer<byte[], byte[]> producer, Transcript seen) {
    seen.sent("old producer", "EndTxn commit");
    String told;
    try {
      producer.commitTransaction();
      told = "OK";
    } catch (KafkaException e) {
      told = e.getClass().getSimpleName();
    }
    seen.answered("old producer", told);
    return told;
  }

  Answer defaultReader() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    return beside(
        topic,
        seen,
        (prepared, owner) -> {
          List<String> values = target.read(topic, Map.of(), seen);
          return Answer.of(
              Holds.of(values.isEmpty()),
              "a consumer without isolation.level is "
                  + (values.isEmpty() ? "read_committed" : "read_uncommitted: it meets the record"),
              seen);
        });
  }
}
