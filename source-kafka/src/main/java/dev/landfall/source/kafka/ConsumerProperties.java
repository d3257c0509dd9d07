package dev.landfall.source.kafka;

import dev.landfall.sdk.config.NearestName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * What the clients are told: everything from the configuration, except what would lose or repeat
 * records. Stateless, thread-safe.
 */
final class ConsumerProperties {
  private static final Map<String, String> REFUSED = refused();

  private static Map<String, String> refused() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("bootstrap.servers", "use the key 'bootstrap-servers'");
    all.put("group.id", "use the key 'group'");
    all.put("auto.offset.reset", "use the key 'start'; a lost position is an error, never a jump");
    all.put("enable.auto.commit", "positions are in the checkpoint");
    all.put("isolation.level", "use the key 'isolation'");
    all.put("key.deserializer", "use the key 'key'");
    all.put("value.deserializer", "use the key 'value'");
    all.put("client.id", "the source names its clients after the pipeline");
    all.put("interceptor.classes", "an interceptor may drop records");
    return all;
  }

  private ConsumerProperties() {}

  /**
   * Refuses what loses or repeats records, what is unknown (SI-7), and secrets outside {@code
   * secrets} (SI-9).
   *
   * @throws IllegalArgumentException naming the property and the reason
   */
  static void requireAllowed(Map<String, String> properties, Set<String> secrets) {
    Set<String> names = new TreeSet<>(properties.keySet());
    names.addAll(secrets);
    for (String name : names) {
      String reason = REFUSED.get(name);
      require(reason == null, name, String.valueOf(reason));
      require(
          ConsumerConfig.configNames().contains(name)
              || name.startsWith("sasl.")
              || name.startsWith("ssl."),
          name,
          "no such property of the consumer ("
              + NearestName.of(name, ConsumerConfig.configNames())
                  .map(known -> "did you mean '" + known + "'?")
                  .orElse("see the consumer's configuration reference")
              + ")");
    }
    for (String name : properties.keySet()) {
      require(!isSecret(name), name, "it is secret: move it to 'secrets'");
    }
  }

  private static boolean isSecret(String name) {
    ConfigDef.ConfigKey key = ConsumerConfig.configDef().configKeys().get(name);
    return key == null ? name.contains("password") : key.type == ConfigDef.Type.PASSWORD;
  }

  private static void require(boolean condition, String name, String reason) {
    if (!condition) {
      throw new IllegalArgumentException("'properties." + name + "' is refused: " + reason);
    }
  }

  static Map<String, Object> consumer(KafkaSourceConfiguration configuration, String pipeline) {
    Map<String, Object> all = common(configuration, pipeline);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, configuration.isolation().property());
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, bound(configuration));
    configuration.group().ifPresent(group -> all.put(ConsumerConfig.GROUP_ID_CONFIG, group));
    return all;
  }

  static Map<String, Object> admin(KafkaSourceConfiguration configuration, String pipeline) {
    Map<String, Object> all = common(configuration, pipeline);
    all.keySet().removeIf(name -> !AdminClientConfig.configNames().contains(name));
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, bound(configuration));
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, bound(configuration));
    return all;
  }

  private static int bound(KafkaSourceConfiguration configuration) {
    return Math.toIntExact(configuration.requestTimeout().toMillis());
  }

  private static Map<String, Object> common(
      KafkaSourceConfiguration configuration, String pipeline) {
    Map<String, Object> all = new HashMap<>();
    all.put("metric.reporters", "");
    all.put("enable.metrics.push", "false");
    all.putAll(configuration.properties());
    configuration.secrets().forEach((name, secret) -> all.put(name, secret.reveal()));
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, configuration.bootstrapServers());
    all.put(ConsumerConfig.CLIENT_ID_CONFIG, "landfall." + pipeline + ".source");
    return all;
  }
}
