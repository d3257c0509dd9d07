package dev.landfall.sink.kafka;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the topics of a sink are like, asked once per topic and start; makes a topic that is not
 * there if the configuration says so. Thread-safe.
 */
final class Topics {
  /** More topics in one sink are an error of the field that names them. */
  static final int MAX_TOPICS = 10_000;

  private static final int DEFAULT_MAX_REQUEST_BYTES = 1 << 20;
  private static final Duration MISSING_FOR = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final KafkaConfiguration configuration;
  private final HostTime time;
  private final Map<String, TopicFacts> known = new ConcurrentHashMap<>();

  /** When a topic was last found missing, so that not every record asks again. */
  private final Map<String, Long> missing = new ConcurrentHashMap<>();

  Topics(Cluster cluster, KafkaConfiguration configuration, HostTime time) {
    this.cluster = cluster;
    this.configuration = configuration;
    this.time = time;
  }

  /** The facts of a topic; empty if it is not there and is not to be made. */
  Optional<TopicFacts> facts(String topic) throws SinkException, InterruptedException {
    TopicFacts facts = known.get(topic);
    if (facts != null) {
      return Optional.of(facts);
    }
    Long since = missing.get(topic);
    if (since != null && time.nanos() - since < MISSING_FOR.toNanos()) {
      return Optional.empty();
    }
    Optional<TopicFacts> asked = ask(topic);
    remember(topic, asked);
    return asked;
  }

  private void remember(String topic, Optional<TopicFacts> asked) throws SinkException {
    if (known.size() + missing.size() >= MAX_TOPICS) {
      missing.clear();
    }
    if (asked.isEmpty()) {
      missing.put(topic, time.nanos());
      return;
    }
    if (known.size() >= MAX_TOPICS) {
      throw new SinkException(
          "Cannot write to topic '"
              + topic
              + "': it would be number "
              + (MAX_TOPICS + 1)
              + ", expected at most "
              + MAX_TOPICS
              + " (is 'topic-field' the right field?)");
    }
    missing.remove(topic);
    known.put(topic, asked.get());
  }

  /** The facts of the topic that takes every record, where there is one. */
  Optional<TopicFacts> fixed() throws SinkException, InterruptedException {
    return configuration.topic().isPresent()
        ? facts(configuration.topic().get())
        : Optional.empty();
  }

  /** As large as the fixed topic takes; never less than the producer's own default. */
  int maxRequestBytes() throws SinkException, InterruptedException {
    int wanted = fixed().map(TopicFacts::maxMessageBytes).orElse(DEFAULT_MAX_REQUEST_BYTES);
    return Math.max(wanted, DEFAULT_MAX_REQUEST_BYTES);
  }

  private Optional<TopicFacts> ask(String topic) throws SinkException, InterruptedException {
    Optional<TopicDescription> description = describe(topic);
    if (description.isEmpty() && configuration.createTopic().isPresent()) {
      description =
          create(topic, configuration.createTopic().get()) ? awaitCreated(topic) : Optional.empty();
    }
    if (description.isEmpty()) {
      return Optional.empty();
    }
    Optional<Config> config = config(new ConfigResource(ConfigResource.Type.TOPIC, topic));
    return Optional.of(facts(description.get(), config));
  }

  /** A topic is made at the controller; a broker hears of it a little later. */
  private Optional<TopicDescription> awaitCreated(String topic)
      throws SinkException, InterruptedException {
    long deadline = time.nanos() + configuration.requestTimeout().toNanos();
    Optional<TopicDescription> description = describe(topic);
    while (description.isEmpty() && time.nanos() < deadline) {
      time.pause(Duration.ofMillis(50));
      description = describe(topic);
    }
    return description;
  }

  /** Empty if there is no such topic, or can be none of that name. */
  Optional<TopicDescription> describe(String topic) throws SinkException, InterruptedException {
    try {
      return Optional.ofNullable(
          cluster
              .admin()
              .describeTopics(
                  List.of(topic), new DescribeTopicsOptions().includeAuthorizedOperations(true))
              .allTopicNames()
              .get(configuration.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
              .get(topic));
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = Failures.unwrapped(e);
      if (cause instanceof UnknownTopicOrPartitionException
          || cause instanceof InvalidTopicException) {
        return Optional.empty();
      }
      throw Failures.of("describe topic '" + topic + "'", e);
    }
  }

  /** Whether there is such a topic now; false if none can have that name. */
  private boolean create(String topic, TopicCreation creation)
      throws SinkException, InterruptedException {
    try {
      cluster
          .admin()
          .createTopics(List.of(wanted(topic, creation)))
          .all()
          .get(configuration.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = Failures.unwrapped(e);
      if (cause instanceof InvalidTopicException) {
        return false;
      }
      if (!(cause instanceof TopicExistsException)) { // else another writer was faster
        throw Failures.of("create topic '" + topic + "'", e);
      }
    }
    return true;
  }

  private static NewTopic wanted(String topic, TopicCreation creation) {
    return new NewTopic(
            topic, creation.partitions(), creation.replicationFactor().map(Integer::shortValue))
        .configs(creation.config());
  }

  /**
   * Why the brokers would not create the topic; empty if they would. Creates nothing.
   *
   * @throws StoreUnavailableException if they cannot be asked now
   */
  Optional<String> refusal(String topic, TopicCreation creation)
      throws SinkException, InterruptedException {
    try {
      cluster
          .admin()
          .createTopics(
              List.of(wanted(topic, creation)), new CreateTopicsOptions().validateOnly(true))
          .all()
          .get(configuration.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      Throwable cause = Failures.unwrapped(e);
      if (cause instanceof TopicExistsException) {
        return Optional.empty();
      }
      if (cause instanceof ApiException && !(cause instanceof RetriableException)) {
        return Optional.of(String.valueOf(cause.getMessage()));
      }
      throw Failures.of("ask whether topic '" + topic + "' can be created", e);
    }
  }

  private static TopicFacts facts(TopicDescription description, Optional<Config> config) {
    return new TopicFacts(
        description.name(),
        description.partitions().size(),
        (int)
            number(config, "max.message.bytes")
                .orElse((long) TopicFacts.DEFAULT_MAX_MESSAGE_BYTES)
                .longValue(),
        text(config, "cleanup.policy").orElse("").contains("compact"),
        timestamps(config));
  }

  private static TopicFacts.Timestamps timestamps(Optional<Config> config) {
    if (text(config, "message.timestamp.type").orElse("").equals("LogAppendTime")) {
      return TopicFacts.Timestamps.ANY;
    }
    return new TopicFacts.Timestamps(
        Duration.ofMillis(number(config, "message.timestamp.before.max.ms").orElse(Long.MAX_VALUE)),
        Duration.ofMillis(number(config, "message.timestamp.after.max.ms").orElse(Long.MAX_VALUE)));
  }

  /** The configuration of a topic or broker; empty without the right to read it. */
  Optional<Config> config(ConfigResource resource) throws SinkException, InterruptedException {
    try {
      return Optional.ofNullable(
          cluster
              .admin()
              .describeConfigs(List.of(resource))
              .all()
              .get(configuration.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
              .get(resource));
    } catch (ExecutionException | TimeoutException e) {
      if (Failures.unwrapped(e) instanceof AuthorizationException) {
        return Optional.empty();
      }
      throw Failures.of("read the configuration of " + resource, e);
    }
  }

  /** The longest time-out that the brokers allow; empty without the right to read it. */
  Optional<Duration> transactionMaxTimeout() throws SinkException, InterruptedException {
    return number(broker(), "transaction.max.timeout.ms").map(Duration::ofMillis);
  }

  /** The configuration of one broker, whichever answers. */
  Optional<Config> broker() throws SinkException, InterruptedException {
    for (Node node : cluster.await("list the brokers", cluster.admin().describeCluster().nodes())) {
      return config(new ConfigResource(ConfigResource.Type.BROKER, node.idString()));
    }
    return Optional.empty();
  }

  static Optional<Long> number(Optional<Config> config, String key) {
    return text(config, key).map(Long::valueOf);
  }

  static Optional<String> text(Optional<Config> config, String key) {
    return config.map(all -> all.get(key)).map(ConfigEntry::value);
  }
}
