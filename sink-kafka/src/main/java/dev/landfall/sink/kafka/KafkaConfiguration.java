package dev.landfall.sink.kafka;

import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a pipeline file says about this sink. Immutable, thread-safe. */
public record KafkaConfiguration(
    @Key("Brokers to begin with, such as localhost:9092,localhost:9093.") String bootstrapServers,
    @Key(value = "How records are written: exactly-once or upsert.", defaultValue = "exactly-once")
        KafkaMode mode,
    @Key("Topic that takes every record.") Optional<String> topic,
    @Key("Field of the value that names the topic, instead of topic.") Optional<String> topicField,
    @Key("Makes a topic that is not there; without it such a topic is an error.")
        Optional<TopicCreation> createTopic,
    @Key(value = "How a key becomes bytes: text, bytes or json.", defaultValue = "text")
        KafkaFormat key,
    @Key(value = "How a value becomes bytes: text, bytes or json.", defaultValue = "json")
        KafkaFormat value,
    @Key(value = "What chooses the partition: key, field or source.", defaultValue = "key")
        Partitioning partitionBy,
    @Key("Field that partition-by: field hashes.") Optional<String> partitionField,
    @Key(value = "Whether headers are written.", defaultValue = "true") boolean headers,
    @Key(
            value = "Timestamp of a record: its own (record), or that of writing (write).",
            defaultValue = "record")
        TimestampOrigin timestamp,
    @Key(
            "How long the broker keeps a transaction open or prepared before it aborts it; 15m or the"
                + " broker's transaction.max.timeout.ms, whichever is less, without it.")
        Optional<Duration> transactionTimeout,
    @Key(
            value =
                "Transactional ids of a writer: how many intervals may wait for their commit, plus"
                    + " two; 3 to 64.",
            defaultValue = "5")
        int slots,
    @Key(
            value = "How long one answer of the brokers is waited for, 1s to 10m.",
            defaultValue = "30s")
        Duration requestTimeout,
    @Key(
            value =
                "Any property of the Kafka producer, such as compression.type; for no passwords.",
            defaultValue = "{}")
        Map<String, String> properties,
    @Key(
            value =
                "Properties that are secret, such as sasl.jaas.config or ssl.truststore.password.",
            defaultValue = "{}")
        Map<String, Secret> secrets) {
  static final int MIN_SLOTS = 3;
  static final int MAX_SLOTS = 64;
  private static final Duration SHORTEST_REQUEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REQUEST = Duration.ofMinutes(10);

  /** Checks the keys against each other. */
  public KafkaConfiguration {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    require(
        topic.isPresent() != topicField.isPresent(),
        "'topic' or 'topic-field' is needed, and not both");
    require(
        (partitionBy == Partitioning.FIELD) == partitionField.isPresent(),
        "'partition-field' belongs to 'partition-by: field', and is needed there");
    require(
        mode != KafkaMode.UPSERT || partitionBy == Partitioning.KEY,
        "'mode: upsert' needs 'partition-by: key': only within a partition does the last one win");
    require(
        slots >= MIN_SLOTS && slots <= MAX_SLOTS,
        "'slots' is " + slots + ", expected " + MIN_SLOTS + " to " + MAX_SLOTS);
    requireBetween("request-timeout", requestTimeout, SHORTEST_REQUEST, LONGEST_REQUEST);
    transactionTimeout.ifPresent(
        timeout ->
            requireBetween(
                "transaction-timeout",
                timeout,
                Duration.ofSeconds(1),
                Duration.ofMillis(Integer.MAX_VALUE)));
    ProducerProperties.requireAllowed(properties, secrets.keySet());
  }

  private static void requireBetween(String key, Duration actual, Duration least, Duration most) {
    require(
        actual.compareTo(least) >= 0 && actual.compareTo(most) <= 0,
        "'" + key + "' is " + actual + ", expected " + least + " to " + most);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
