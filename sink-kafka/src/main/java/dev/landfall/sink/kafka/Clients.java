package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the clients of one opened sink. The admin client is made at the first question, so that
 * opening a sink touches nothing, and shared; the rest belongs to who asks. Thread-safe.
 */
final class Clients implements AutoCloseable {
  /** Used where the broker allows it and the configuration says nothing: the broker's own limit. */
  static final Duration DEFAULT_TRANSACTION_TIMEOUT = Duration.ofMinutes(15);

  private final KafkaConfiguration configuration;
  private final SinkContext context;
  private final Figures figures;

  /** Guards the making and closing of the shared clients. */
  private final Object lock = new Object();

  private @Nullable Cluster cluster;
  private @Nullable Topics topics;
  private boolean closed;

  Clients(KafkaConfiguration configuration, SinkContext context) {
    this.configuration = configuration;
    this.context = context;
    this.figures = new Figures(context);
  }

  KafkaConfiguration configuration() {
    return configuration;
  }

  SinkContext context() {
    return context;
  }

  Figures figures() {
    return figures;
  }

  Cluster cluster() throws SinkException {
    synchronized (lock) {
      requireOpen();
      if (cluster == null) {
        cluster = openCluster();
      }
      return cluster;
    }
  }

  private Cluster openCluster() throws SinkException {
    try {
      return new Cluster(
          Admin.create(ProducerProperties.admin(configuration, clientId() + "-admin")),
          configuration.requestTimeout());
    } catch (KafkaException e) {
      throw refused(e);
    }
  }

  Topics topics() throws SinkException {
    synchronized (lock) {
      if (topics == null) {
        topics = new Topics(cluster(), configuration, context.time());
      }
      return topics;
    }
  }

  CoordinatorChannel coordinatorChannel() throws SinkException {
    try {
      return CoordinatorChannel.open(
          ProducerProperties.admin(configuration, clientId()),
          clientId(),
          configuration.requestTimeout());
    } catch (KafkaException e) {
      throw refused(e);
    }
  }

  /** A producer of one transactional id; touches nothing yet. */
  KafkaProducer<byte[], byte[]> transactionalProducer(TransactionalId id, Duration timeout)
      throws SinkException, InterruptedException {
    Map<String, Object> properties =
        sized(ProducerProperties.producer(configuration, id.toString()));
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id.toString());
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.toIntExact(timeout.toMillis()));
    return producer(properties);
  }

  /** An idempotent producer without transactions. */
  KafkaProducer<byte[], byte[]> plainProducer(String clientId)
      throws SinkException, InterruptedException {
    return producer(sized(ProducerProperties.producer(configuration, clientId)));
  }

  /**
   * A request may be as large as what the fixed topic takes, and a batch as {@link BatchSize} says,
   * unless the user bounds them.
   */
  private Map<String, Object> sized(Map<String, Object> properties)
      throws SinkException, InterruptedException {
    int requestBytes = topics().maxRequestBytes();
    properties.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, requestBytes);
    Optional<TopicFacts> fixed = topics().fixed();
    if (fixed.isPresent()) {
      properties.putIfAbsent(
          ProducerConfig.BATCH_SIZE_CONFIG,
          BatchSize.of(
              fixed.get(),
              ProducerProperties.bufferBytes(configuration),
              ProducerProperties.requestBytes(configuration, requestBytes)));
    }
    return properties;
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties)
      throws SinkException {
    try {
      return new KafkaProducer<>(properties);
    } catch (KafkaException e) {
      throw refused(e);
    }
  }

  /** The client's message names the property; the cause says why and may hold its value (SI-9). */
  private static SinkException refused(KafkaException error) {
    Throwable cause = error.getCause();
    return new SinkException(
        "Cannot make a Kafka client: "
            + error.getMessage()
            + (cause == null ? "" : ": " + cause.getClass().getSimpleName())
            + " (correct 'properties' and 'secrets')",
        error);
  }

  /** How long the broker keeps a transaction; see the key of the same name. */
  Duration transactionTimeout() throws SinkException, InterruptedException {
    if (configuration.transactionTimeout().isPresent()) {
      return configuration.transactionTimeout().get();
    }
    Duration most = topics().transactionMaxTimeout().orElse(DEFAULT_TRANSACTION_TIMEOUT);
    return most.compareTo(DEFAULT_TRANSACTION_TIMEOUT) < 0 ? most : DEFAULT_TRANSACTION_TIMEOUT;
  }

  private String clientId() {
    return Names.prefix(context.sink()) + "client";
  }

  private void requireOpen() throws SinkException {
    if (closed) {
      throw new SinkException("Cannot ask the brokers: the sink " + context.sink() + " is closed");
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      if (cluster != null) {
        cluster.close();
        cluster = null;
      }
    }
  }
}
