package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** Asks Kafka brokers for every property of the suite. One thread at a time. */
final class KafkaProbe implements StoreProbe {
  private final KafkaProbeTarget target;
  private final KafkaTransactionExperiments transactions;
  private final KafkaPlainExperiments plain;
  private @Nullable AfterKill afterKill;
  private boolean closed;

  /** What was found when the brokers were up again. */
  private record AfterKill(Answer prepared, Answer acknowledged) {}

  KafkaProbe(KafkaProbeTarget target) {
    this.target = target;
    this.transactions = new KafkaTransactionExperiments(target);
    this.plain = new KafkaPlainExperiments(target);
  }

  @Override
  public String store() throws SinkException, InterruptedException {
    int brokers =
        target
            .cluster()
            .await("list the brokers", target.cluster().admin().describeCluster().nodes())
            .size();
    return "Kafka, "
        + brokers
        + (brokers == 1 ? " broker" : " brokers")
        + ", transaction protocol "
        + target.cluster().protocol().number()
        + ", at "
        + target.address();
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(Property.PREPARED_INVISIBLE, transactions::invisible),
        new Question(Property.PREPARED_SURVIVES_DISCONNECT, transactions::survivesDisconnect),
        new Question(Property.COMMIT_AFTER_OWNER, transactions::commitAfterOwner),
        new Question(Property.COMMIT_BESIDE_OWNER, transactions::commitBesideOwner),
        new Question(Property.SECOND_COMMIT, transactions::secondCommit),
        new Question(Property.COMMIT_AFTER_TIMEOUT, transactions::commitAfterTimeout),
        Question.notAsked(
            Property.COMMIT_ATOMIC,
            "markers are written partition by partition, so a reader may meet one before another;"
                + " when that happens cannot be chosen from outside"),
        new Question(Property.FOREIGN_LISTED, transactions::foreignListed),
        new Question(Property.LEFTOVERS_LISTED, transactions::leftoversListed),
        new Question(Property.READERS_NOT_BLOCKED, transactions::readersNotBlocked),
        new Question(Property.FENCING, transactions::fencing),
        Question.notAsked(Property.CONDITIONAL_PUT, "Kafka has no conditional write"),
        new Question(Property.LIST_AFTER_PUT, plain::listAfterPut),
        new Question(Property.REPEAT_COUNTS_ONCE, plain::repeatCountsOnce),
        new Question(Property.HALF_OPEN_ENDED, plain::halfOpenEnded),
        new Question(Property.DEFAULT_READER_COMMITTED, transactions::defaultReader),
        new Question(Property.PREPARED_SURVIVES_KILL, () -> afterKill().prepared()),
        new Question(Property.ACKNOWLEDGED_SURVIVES_KILL, () -> afterKill().acknowledged()));
  }

  private AfterKill afterKill() throws SinkException, InterruptedException {
    AfterKill known = afterKill;
    if (known == null) {
      known =
          target.context().kill().isPresent()
              ? kill()
              : new AfterKill(
                  Answer.notAsked(ProbeContext.NO_CONSENT),
                  Answer.notAsked(ProbeContext.NO_CONSENT, plain.durability()));
      afterKill = known;
    }
    return known;
  }

  private AfterKill kill() throws SinkException, InterruptedException {
    Transcript seen = new Transcript();
    String topic = target.topic(seen);
    String plainTopic = target.topic(seen);
    String id = target.id();
    PreparedTransaction prepared = transactions.prepareAndLeave(id, topic, "prepared", seen);
    KafkaProducer<byte[], byte[]> producer = target.plainProducer("writer");
    try {
      target.send(producer, plainTopic, "acknowledged", seen);
    } finally {
      producer.close(Duration.ZERO);
    }
    seen.noted("the brokers are killed, and started on the same data");
    target.context().kill().orElseThrow().killAndStart();
    boolean there = target.await(id, state -> state.state() == TransactionState.ONGOING, seen);
    boolean committed =
        target.commit(prepared, seen) == Errors.NONE
            && target.becomesVisible(topic, List.of("prepared"), seen);
    boolean kept = target.read(plainTopic, Map.of(), seen).equals(List.of("acknowledged"));
    return new AfterKill(
        Answer.of(
            Holds.of(there && committed),
            there ? "it is Ongoing, and commits" : "it is not there",
            seen),
        Answer.of(Holds.of(kept), kept ? "the record is there" : "the record is gone", seen));
  }

  @Override
  public void close() throws SinkException {
    if (!closed) {
      closed = true;
      target.remove();
    }
  }
}
