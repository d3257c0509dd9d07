package dev.landfall.sink.kafka;

import dev.landfall.sdk.config.NearestName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What the clients are told: everything from the configuration, except what would break the
 * guarantee. Stateless, thread-safe.
 */
final class ProducerProperties {
  /** Refused at any value, with the reason. */
  private static final Map<String, String> REFUSED = refused();

  private static Map<String, String> refused() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("bootstrap.servers", "use the key 'bootstrap-servers'");
    all.put("transactional.id", "the sink names its own, so that a successor finds them");
    all.put("transaction.timeout.ms", "use the key 'transaction-timeout'");
    all.put("transaction.two.phase.commit.enable", "the client ignores it");
    all.put("key.serializer", "use the key 'key'");
    all.put("value.serializer", "use the key 'value'");
    all.put("client.id", "the sink names its clients after the writer");
    all.put(
        "interceptor.classes",
        "an interceptor may drop or change records after they were counted and checked");
    return all;
  }

  private static final Set<String> SECRET_WORDS = Set.of("password", "jaas", "secret", "token");
  private static final int MAX_IN_FLIGHT = 5;

  /** The client's own default. */
  private static final long BUFFER_BYTES = 32L << 20;

  /**
   * A new producer backs off once before its first answer of each coordinator, in the middle of a
   * barrier for that of the confirmation; with the client's own 100 ms that would be most of it. It
   * doubles up to {@code retry.backoff.max.ms}, so a broker that is away is not hammered.
   */
  private static final String FIRST_BACK_OFF_MILLIS = "1";

  private ProducerProperties() {}

  /**
   * Refuses what breaks the guarantee, what is unknown (SI-7), and secrets outside {@code secrets}
   * (SI-9).
   *
   * @throws IllegalArgumentException naming the property and the reason
   */
  static void requireAllowed(Map<String, String> properties, Set<String> secrets) {
    Set<String> names = new TreeSet<>(properties.keySet());
    names.addAll(secrets);
    for (String name : names) {
      String reason = REFUSED.get(name);
      require(reason == null, name, "it would break the guarantee or is set elsewhere: " + reason);
      require(
          ProducerConfig.configNames().contains(name) || isOfPlugin(name),
          name,
          "no such property of the producer (" + nearest(name) + ")");
    }
    properties.forEach(ProducerProperties::requireSafe);
  }

  private static String nearest(String name) {
    return NearestName.of(name, ProducerConfig.configNames())
        .map(known -> "did you mean '" + known + "'?")
        .orElse("see the producer's configuration reference");
  }

  /** Login modules, engines and reporters of the user's own read names that nobody else knows. */
  private static boolean isOfPlugin(String name) {
    return name.startsWith("sasl.") || name.startsWith("ssl.") || name.startsWith("listener.");
  }

  private static void requireSafe(String name, String value) {
    require(!isSecret(name), name, "it is secret: move it to 'secrets'");
    switch (name) {
      case "acks" ->
          require(
              value.equals("all") || value.equals("-1"),
              name,
              "'" + value + "' acknowledges what one broker alone holds, expected all");
      case "enable.idempotence" ->
          require(
              value.equals("true"), name, "without it a retry inside the client makes duplicates");
      case "max.in.flight.requests.per.connection" ->
          require(
              number(name, value) <= MAX_IN_FLIGHT,
              name,
              value + " lets a retry change the order, expected at most " + MAX_IN_FLIGHT);
      case "retries" ->
          require(number(name, value) > 0, name, "0 loses a batch at each change of leader");
      default -> {
        // Does not touch the guarantee; the client checks its value.
      }
    }
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'properties." + name + "' is refused: expected a number", e);
    }
  }

  private static boolean isSecret(String name) {
    if (!ProducerConfig.configNames().contains(name)) {
      return SECRET_WORDS.stream().anyMatch(name::contains);
    }
    ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
    return key != null && key.type == ConfigDef.Type.PASSWORD;
  }

  private static void require(boolean condition, String name, String reason) {
    if (!condition) {
      throw new IllegalArgumentException("'properties." + name + "' is refused: " + reason);
    }
  }

  /** For a producer; a transactional one is given its id and time-out as well. */
  static Map<String, Object> producer(KafkaConfiguration configuration, String clientId) {
    Map<String, Object> all = common(configuration, clientId);
    all.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, FIRST_BACK_OFF_MILLIS);
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return all;
  }

  /** The producer's memory. */
  static long bufferBytes(KafkaConfiguration configuration) {
    return property(configuration, ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
  }

  /** The largest request, where the user bounds it. */
  static long requestBytes(KafkaConfiguration configuration, long otherwise) {
    return property(configuration, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, otherwise);
  }

  private static long property(KafkaConfiguration configuration, String name, long otherwise) {
    String given = configuration.properties().get(name);
    return given == null ? otherwise : Long.parseLong(given);
  }

  /** For an admin client and the committing side: TLS, SASL and time-outs of the producer. */
  static Map<String, Object> admin(KafkaConfiguration configuration, String clientId) {
    Map<String, Object> all = common(configuration, clientId);
    all.keySet()
        .removeIf(name -> !AdminClientConfig.configNames().contains(name) && !isOfPlugin(name));
    int bound = Math.toIntExact(configuration.requestTimeout().toMillis());
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, bound);
    Object request = all.get(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
    if (request == null || Long.parseLong(request.toString()) > bound) {
      all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, bound);
    }
    return all;
  }

  private static Map<String, Object> common(KafkaConfiguration configuration, String clientId) {
    Map<String, Object> all = new HashMap<>();
    // A producer is made for each interval: no beans, no telemetry session for each.
    all.put("metric.reporters", "");
    all.put("enable.metrics.push", "false");
    all.putAll(configuration.properties());
    configuration.secrets().forEach((name, secret) -> all.put(name, secret.reveal()));
    all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, configuration.bootstrapServers());
    all.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    return all;
  }
}
