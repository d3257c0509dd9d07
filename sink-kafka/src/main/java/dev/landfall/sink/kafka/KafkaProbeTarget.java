package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.probe.ProbeContext;
import dev.landfall.sdk.probe.Transcript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The brokers that are probed, and everything that the probe made there. One thread at a time.
 *
 * <p>Each experiment has a topic and transactional ids of its own. The topics are deleted at the
 * end; the ids have no transaction left by then, and the brokers forget them in their own time.
 */
final class KafkaProbeTarget {
  /** So often, and so far apart, something is looked for that the broker does in its own time. */
  private static final int LOOKS = 150;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaProbeConfiguration configuration;
  private final ProbeContext context;
  private final Cluster cluster;
  private final Set<String> topics = new LinkedHashSet<>();
  private final Set<String> ids = new LinkedHashSet<>();
  private int names;

  KafkaProbeTarget(KafkaProbeConfiguration configuration, ProbeContext context) {
    this.configuration = configuration;
    this.context = context;
    this.cluster = new Cluster(Admin.create(admin("admin")), configuration.requestTimeout());
  }

  ProbeContext context() {
    return context;
  }

  Cluster cluster() {
    return cluster;
  }

  String address() {
    return configuration.bootstrapServers();
  }

  private Map<String, Object> admin(String client) {
    return ProducerProperties.admin(
        configuration.asSink(context.namespace()), context.namespace() + "_" + client);
  }

  /** A topic of one partition, as the brokers make it by default. */
  String topic(Transcript seen) throws SinkException, InterruptedException {
    String topic = context.namespace() + "_" + ++names;
    topics.add(topic);
    NewTopic one = new NewTopic(topic, Optional.of(1), Optional.empty());
    cluster.await("create '" + topic + "'", cluster.admin().createTopics(List.of(one)).all());
    seen.sent("admin", "CreateTopics " + topic).answered("admin", "OK");
    return topic;
  }

  /** A transactional id that no other experiment uses. */
  String id() {
    String id = context.namespace() + "_" + ++names;
    ids.add(id);
    return id;
  }

  /** A producer that has initialised an id: from here on older ones of that id are fenced. */
  KafkaProducer<byte[], byte[]> producer(String id, Duration timeout, Transcript seen) {
    Map<String, Object> properties =
        ProducerProperties.producer(configuration.asSink(context.namespace()), id);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(timeout.toMillis()));
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties);
    producer.initTransactions();
    seen.sent("producer", "InitProducerId " + id).answered("producer", "OK");
    return producer;
  }

  /** A producer without transactions. */
  KafkaProducer<byte[], byte[]> plainProducer(String name) {
    return new KafkaProducer<>(
        ProducerProperties.producer(
            configuration.asSink(context.namespace()), context.namespace() + "_" + name));
  }

  /** Writes one record in a transaction and waits for its acknowledgement. */
  void write(KafkaProducer<byte[], byte[]> producer, String topic, String value, Transcript seen)
      throws SinkException, InterruptedException {
    producer.beginTransaction();
    send(producer, topic, value, seen);
  }

  /** Writes one record and waits for its acknowledgement. */
  void send(KafkaProducer<byte[], byte[]> producer, String topic, String value, Transcript seen)
      throws SinkException, InterruptedException {
    seen.sent("producer", "Produce " + topic + " key k, value " + value);
    ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(topic, bytes("k"), bytes(value));
    producer.flush();
    long offset = cluster.await("write to '" + topic + "'", producer.send(sent)).offset();
    seen.answered("producer", "OK, offset " + offset);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What another process needs to end the transaction of an id. */
  PreparedTransaction prepared(String id, Transcript seen)
      throws SinkException, InterruptedException {
    TransactionDescription state = state(id, seen);
    return new PreparedTransaction(
        id,
        state.producerId(),
        (short) state.producerEpoch(),
        cluster.protocol(),
        context.namespace(),
        new TopicPartition(context.namespace(), 0));
  }

  TransactionDescription state(String id, Transcript seen)
      throws SinkException, InterruptedException {
    TransactionDescription state =
        cluster
            .describe(id)
            .orElseThrow(() -> new StoreUnavailableException("the broker knows no '" + id + "'"));
    seen.sent("admin", "DescribeTransactions " + id)
        .answered(
            "admin",
            state.state() + ", producer " + state.producerId() + " epoch " + state.producerEpoch());
    return state;
  }

  /** Waits for a state of an id. */
  boolean await(String id, Predicate<TransactionDescription> wanted, Transcript seen)
      throws SinkException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      if (cluster.describe(id).filter(wanted).isPresent()) {
        state(id, seen);
        return true;
      }
      context.time().pause(BETWEEN_LOOKS);
    }
    state(id, seen);
    return false;
  }

  /** Commits from a process that is not the owner. */
  Errors commit(PreparedTransaction transaction, Transcript seen)
      throws SinkException, InterruptedException {
    try (CoordinatorChannel channel =
        CoordinatorChannel.open(
            admin("committer"),
            context.namespace() + "_committer",
            configuration.requestTimeout())) {
      Errors error = Errors.CONCURRENT_TRANSACTIONS;
      for (int look = 0; look < LOOKS && isPassing(error); look++) {
        error =
            channel.endTransaction(
                transaction,
                CoordinatorChannel.End.COMMIT,
                coordinator(transaction.transactionalId()));
        context.time().pause(isPassing(error) ? BETWEEN_LOOKS : Duration.ZERO);
      }
      String epoch = "producer " + transaction.producerId() + " epoch " + transaction.epoch();
      seen.sent("other", "EndTxn commit " + transaction.transactionalId() + ", " + epoch)
          .answered("other", error.name());
      return error;
    }
  }

  /** The markers of an earlier end are still being written, or the coordinator moves. */
  private static boolean isPassing(Errors error) {
    return error == Errors.CONCURRENT_TRANSACTIONS
        || error == Errors.COORDINATOR_LOAD_IN_PROGRESS
        || error == Errors.COORDINATOR_NOT_AVAILABLE
        || error == Errors.NOT_COORDINATOR;
  }

  private Node coordinator(String id) throws SinkException, InterruptedException {
    int broker = cluster.describe(id).map(TransactionDescription::coordinatorId).orElse(-1);
    return cluster
        .node(broker)
        .orElseThrow(() -> new StoreUnavailableException("no coordinator of '" + id + "'"));
  }

  /** What a reader with these settings meets up to the end that it is told. */
  List<String> read(String topic, Map<String, String> settings, Transcript seen)
      throws SinkException, InterruptedException {
    Map<String, Object> properties = new HashMap<>(admin("reader"));
    properties.putAll(settings);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    TopicPartition partition = new TopicPartition(topic, 0);
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      for (int look = 0; look < LOOKS && consumer.position(partition) < end; look++) {
        consumer
            .poll(POLL)
            .forEach(one -> values.add(new String(one.value(), StandardCharsets.UTF_8)));
      }
      seen.sent("reader", "Fetch " + topic + " " + settings + " up to offset " + end)
          .answered("reader", "values " + values);
    }
    return values;
  }

  /** What a reader of committed data meets. */
  List<String> committed(String topic, Transcript seen) throws SinkException, InterruptedException {
    return read(topic, Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"), seen);
  }

  /** What a reader of committed data meets once the markers of a commit are written. */
  boolean becomesVisible(String topic, List<String> values, Transcript seen)
      throws SinkException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      if (committed(topic, new Transcript()).equals(values)) {
        break;
      }
      context.time().pause(BETWEEN_LOOKS);
    }
    return committed(topic, seen).equals(values);
  }

  /**
   * Ends every transaction of the probe, then deletes the topics.
   *
   * @throws SinkException if something stays
   */
  void remove() throws SinkException {
    try {
      cluster.fence(ids);
      cluster.await("delete " + topics, cluster.admin().deleteTopics(topics).all());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SinkException("Cannot delete " + topics + ": interrupted", e);
    } finally {
      cluster.close();
    }
  }
}
