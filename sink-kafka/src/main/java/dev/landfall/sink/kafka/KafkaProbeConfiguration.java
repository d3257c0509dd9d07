package dev.landfall.sink.kafka;

import dev.landfall.sdk.config.Key;
import dev.landfall.sdk.config.Secret;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How the probe reaches brokers: the same keys as in a pipeline file. Immutable, thread-safe. */
public record KafkaProbeConfiguration(
    @Key("Brokers to begin with, such as localhost:9092,localhost:9093.") String bootstrapServers,
    @Key(
            value = "How long one answer of the brokers is waited for, 1s to 10m.",
            defaultValue = "30s")
        Duration requestTimeout,
    @Key(
            value = "Any property of the Kafka producer, such as security.protocol.",
            defaultValue = "{}")
        Map<String, String> properties,
    @Key(
            value =
                "Properties that are secret, such as sasl.jaas.config or ssl.truststore.password.",
            defaultValue = "{}")
        Map<String, Secret> secrets) {
  /** Copies; the values are checked as those of a sink. */
  public KafkaProbeConfiguration {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    secrets = Collections.unmodifiableMap(new LinkedHashMap<>(secrets));
  }

  /** What a sink on the same brokers would be given. */
  KafkaConfiguration asSink(String topic) {
    return new KafkaConfiguration(
        bootstrapServers,
        KafkaMode.EXACTLY_ONCE,
        Optional.of(topic),
        Optional.empty(),
        Optional.empty(),
        KafkaFormat.TEXT,
        KafkaFormat.TEXT,
        Partitioning.KEY,
        Optional.empty(),
        false,
        TimestampOrigin.WRITE,
        Optional.empty(),
        KafkaConfiguration.MIN_SLOTS,
        requestTimeout,
        properties,
        secrets);
  }
}
