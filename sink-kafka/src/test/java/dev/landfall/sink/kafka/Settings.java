package dev.landfall.sink.kafka;

import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Secret;
import dev.landfall.sdk.config.Section;
import java.util.LinkedHashMap;
import java.util.Map;

/** Configurations as a pipeline file would give them, with every default. */
final class Settings {
  private Settings() {}

  /** Keys and values in turn; a value may be a map. */
  static KafkaConfiguration of(String bootstrapServers, Object... keysAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("bootstrap-servers", bootstrapServers);
    values.put("value", "text");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    try {
      return Configurations.bind(
          KafkaConfiguration.class, Section.root(values), References.ofProcess());
    } catch (dev.landfall.sdk.config.ConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** The same with a secret, which a pipeline file would take from the environment or a file. */
  static KafkaConfiguration withSecret(KafkaConfiguration plain, String name, String secret) {
    return withSecrets(plain, Map.of(name, Secret.of(secret)));
  }

  static KafkaConfiguration withSecrets(KafkaConfiguration plain, Map<String, Secret> secrets) {
    return new KafkaConfiguration(
        plain.bootstrapServers(),
        plain.mode(),
        plain.topic(),
        plain.topicField(),
        plain.createTopic(),
        plain.key(),
        plain.value(),
        plain.partitionBy(),
        plain.partitionField(),
        plain.headers(),
        plain.timestamp(),
        plain.transactionTimeout(),
        plain.slots(),
        plain.requestTimeout(),
        plain.properties(),
        secrets);
  }
}
