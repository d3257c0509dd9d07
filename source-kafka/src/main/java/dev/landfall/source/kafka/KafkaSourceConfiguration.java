package dev.landfall.source.kafka;

import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a pipeline file says about this source. Immutable, thread-safe. */
public record KafkaSourceConfiguration(
    @Key("Brokers to begin with, such as localhost:9092,localhost:9093.") String bootstrapServers,
    @Key(value = "Topics to read.", defaultValue = "[]") List<String> topics,
    @Key(
            "Regular expression of topics to read, instead of topics; new ones are found while"
                + " running.")
        Optional<String> topicPattern,
    @Key(
            value =
                "Where a partition without a checkpoint begins: earliest, latest, or a time such as"
                    + " 2026-01-31T00:00:00Z.",
            defaultValue = "earliest")
        String start,
    @Key(
            value =
                "When reading ends: stopped (never by itself) or latest (what is there at the"
                    + " start).",
            defaultValue = "stopped")
        Until until,
    @Key(
            value = "Which records are read: read-committed or read-uncommitted.",
            defaultValue = "read-committed")
        Isolation isolation,
    @Key(value = "What a key is: text, bytes or json.", defaultValue = "text") KafkaFormat key,
    @Key(value = "What a value is: text, bytes or json.", defaultValue = "json") KafkaFormat value,
    @Key("Consumer group to which offsets are written for monitoring; they are never read.")
        Optional<String> group,
    @Key(
            value = "How long one answer of the brokers is waited for, 1s to 10m.",
            defaultValue = "30s")
        Duration requestTimeout,
    @Key(
            value =
                "Any property of the Kafka consumer, such as fetch.max.bytes; for no passwords.",
            defaultValue = "{}")
        Map<String, String> properties,
    @Key(
            value =
                "Properties that are secret, such as sasl.jaas.config or ssl.truststore.password.",
            defaultValue = "{}")
        Map<String, Secret> secrets) {
  private static final Duration SHORTEST_REQUEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REQUEST = Duration.ofMinutes(10);

  /** Checks the keys against each other. */
  public KafkaSourceConfiguration {
    topics = List.copyOf(topics);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
    require(
        topics.isEmpty() == topicPattern.isPresent(),
        "'topics' or 'topic-pattern' is needed, and not both");
    topicPattern.ifPresent(KafkaSourceConfiguration::requirePattern);
    Start.parse(start);
    require(
        requestTimeout.compareTo(SHORTEST_REQUEST) >= 0
            && requestTimeout.compareTo(LONGEST_REQUEST) <= 0,
        "'request-timeout' is " + requestTimeout + ", expected 1s to 10m");
    ConsumerProperties.requireAllowed(properties, secrets.keySet());
  }

  private static void requirePattern(String pattern) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'topic-pattern' is no regular expression: " + e.getDescription(), e);
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
