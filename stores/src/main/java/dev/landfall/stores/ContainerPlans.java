package dev.landfall.stores;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The containers of the plain stores: one server, no TLS listener, no second listener. What is
 * asked for beyond that runs embedded. Thread-safe.
 */
final class ContainerPlans {
  private static final String ADDRESS = Endpoint.LOOPBACK + ":{port}";

  private ContainerPlans() {}

  static ContainerPlan kafka(Map<String, String> properties) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("KAFKA_NODE_ID", "1");
    variables.put("KAFKA_PROCESS_ROLES", "broker,controller");
    variables.put("KAFKA_LISTENERS", "DIRECT://:9092,CONTROLLER://:9093");
    variables.put("KAFKA_ADVERTISED_LISTENERS", "DIRECT://" + ADDRESS);
    variables.put("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER");
    variables.put("KAFKA_INTER_BROKER_LISTENER_NAME", "DIRECT");
    variables.put("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "CONTROLLER:PLAINTEXT,DIRECT:PLAINTEXT");
    variables.put("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@localhost:9093");
    Map<String, String> lines = new TreeMap<>(KafkaRecipe.smallCluster(1));
    lines.putAll(properties);
    lines.forEach((key, value) -> variables.put(variable(key), value));
    return new ContainerPlan(
        "apache/kafka:" + KafkaRecipe.VERSION,
        9092,
        variables,
        List.of(),
        KafkaRecipe.READY,
        1,
        Map.of(StoreKind.KAFKA.endpointVariable(), ADDRESS));
  }

  /** The image's rule: dots become underscores. */
  private static String variable(String property) {
    return "KAFKA_" + property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  static ContainerPlan redis(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("redis-server"));
    words.addAll(RedisRecipe.DURABLE);
    // Inside, the server must hear the engine's network; outside, only 127.0.0.1 is bound.
    words.addAll(List.of("--bind", "0.0.0.0", "--protected-mode", "no"));
    words.addAll(arguments);
    return new ContainerPlan(
        "redis:7",
        6379,
        Map.of(),
        words,
        RedisRecipe.READY,
        1,
        Map.of(StoreKind.REDIS.endpointVariable(), "redis://" + ADDRESS));
  }

  static ContainerPlan mysql(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("mysqld"));
    words.addAll(arguments);
    return new ContainerPlan(
        "mysql:8.0.33",
        3306,
        accountVariables("MYSQL"),
        words,
        "port: 3306",
        1,
        asRoot(StoreKind.MYSQL, MySqlRecipe.url(ADDRESS, false)));
  }

  static ContainerPlan mariadb(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("mariadbd"));
    words.addAll(arguments);
    return new ContainerPlan(
        "mariadb:11.4",
        3306,
        accountVariables("MARIADB"),
        words,
        "port: 3306",
        1,
        asRoot(StoreKind.MARIADB, MariaDbRecipe.url(ADDRESS, false)));
  }

  static ContainerPlan postgres(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("postgres"));
    words.addAll(PostgresRecipe.DURABLE);
    words.addAll(arguments);
    return new ContainerPlan(
        "postgres:18",
        5432,
        Map.of(
            "POSTGRES_USER", SqlAccount.NAME,
            "POSTGRES_PASSWORD", SqlAccount.NAME,
            "POSTGRES_DB", SqlAccount.NAME),
        words,
        PostgresRecipe.READY,
        2, // the image starts the server once to initialise it
        SqlAccount.environment(
            StoreKind.POSTGRES, PostgresRecipe.url(ADDRESS, false), Optional.empty()));
  }

  private static Map<String, String> asRoot(StoreKind kind, String url) {
    Map<String, String> lines = SqlAccount.environment(kind, url, Optional.empty());
    lines.put(kind.variable("USER"), "root");
    return lines;
  }

  /** The images make this database; the user "root" may do everything, as XA RECOVER needs. */
  private static Map<String, String> accountVariables(String prefix) {
    return Map.of(
        prefix + "_DATABASE", SqlAccount.NAME,
        prefix + "_ROOT_PASSWORD", SqlAccount.NAME,
        prefix + "_ROOT_HOST", "%");
  }
}
