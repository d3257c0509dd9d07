package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Brokers, one topic a run. One thread at a time. */
final class KafkaDriver implements StoreDriver {
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(5);

  private static final String SECRET = "LANDFALL_CONFORMANCE_SECRET_";

  private static final String PROTOCOL = "security.protocol";
  private static final Set<String> IN_THE_CLEAR = Set.of("PLAINTEXT", "SASL_PLAINTEXT");
  private static final int USUAL_PORT = 9092;

  /** Twice as long at most: what was not dropped is asked for once more. */
  private static final Duration DROP = Duration.ofSeconds(5);

  static final long PATIENCE_SECONDS = 20;

  private final Map<String, Object> sink;
  private final Optional<KafkaStore> own;
  private final String bootstrapServers;
  private final List<InetSocketAddress> servers;
  private final Admin admin;
  private final Map<String, KafkaFuture<Void>> dropped = new TreeMap<>();

  private KafkaDriver(Map<String, Object> sink, Optional<KafkaStore> own, String servers) {
    this.sink = sink;
    this.own = own;
    this.bootstrapServers = servers;
    this.servers = addresses(servers);
    this.admin = Admin.create(connection());
  }

  /** The brokers of the sink's {@code bootstrap-servers}; without them, a broker of its own. */
  static KafkaDriver open(Map<String, Object> sink) throws IOException, InterruptedException {
    if (sink.containsKey("bootstrap-servers")) {
      KafkaDriver driver = of(sink);
      driver.requireReachable(Duration.ofSeconds(PATIENCE_SECONDS));
      return driver;
    }
    KafkaStore store = Stores.kafka().own().start();
    return new KafkaDriver(sink, Optional.of(store), store.bootstrapServers());
  }

  /** For the given brokers, which are not asked anything yet. */
  static KafkaDriver of(Map<String, Object> sink) {
    return new KafkaDriver(sink, Optional.empty(), String.valueOf(sink.get("bootstrap-servers")));
  }

  /** Closes the driver if no broker answers: nobody else will. */
  void requireReachable(Duration patience) throws IOException, InterruptedException {
    try {
      admin.describeCluster().clusterId().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      String told = e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")";
      throw new IOException(
          String.format(
              "Cannot reach the brokers at %s: no answer within %d ms%s, expected a listener"
                  + " without TLS (see 'bootstrap-servers', and the login in 'properties' and 'secrets')",
              bootstrapServers, patience.toMillis(), told),
          e);
    }
  }

  /** Asks for the end of a topic, and waits for it when the driver is closed. */
  void drop(String topic) {
    dropped.put(topic, admin.deleteTopics(List.of(topic)).all());
  }

  private void awaitDropped() {
    long deadline = System.nanoTime() + DROP.toNanos();
    List<String> again = new ArrayList<>();
    dropped.forEach(
        (topic, future) -> {
          if (!isDropped(future, deadline)) {
            again.add(topic);
          }
        });
    dropped.clear();
    if (!again.isEmpty()) {
      boolean unused =
          isDropped(admin.deleteTopics(again).all(), System.nanoTime() + DROP.toNanos());
    }
  }

  private static boolean isDropped(KafkaFuture<Void> future, long deadline) {
    try {
      future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      return e.getCause() instanceof UnknownTopicOrPartitionException;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Admin admin() {
    return admin;
  }

  /** What clients of the observer are told. */
  Map<String, Object> connection() {
    Map<String, Object> all = new TreeMap<>();
    for (String key : List.of("properties", "secrets")) {
      properties(key).forEach((name, value) -> putConnection(all, name, value));
    }
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return all;
  }

  private static void putConnection(Map<String, Object> all, String name, String value) {
    if (name.equals(PROTOCOL)) {
      requireInTheClear(value);
    }
    if (name.equals(PROTOCOL) || name.startsWith("sasl.")) {
      all.put(name, value);
    }
  }

  private static void requireInTheClear(String protocol) {
    if (!IN_THE_CLEAR.contains(protocol.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "Cannot put a proxy in front of Kafka: '"
              + PROTOCOL
              + "' is '"
              + protocol
              + "', expected PLAINTEXT or SASL_PLAINTEXT (name a listener without TLS of the same"
              + " brokers)");
    }
  }

  /** The sink's section with the topic of a run, by way of the proxy. */
  Map<String, Object> sinkAt(UnaryOperator<InetSocketAddress> route, String topic) {
    Map<String, Object> section = new LinkedHashMap<>(sink);
    section.put(
        "bootstrap-servers",
        servers.stream()
            .map(route)
            .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
            .collect(Collectors.joining(",")));
    section.put("topic", topic);
    section.put("value", "text");
    section.computeIfPresent("secrets", (key, given) -> named());
    section.put("request-timeout", CLIENT_TIMEOUT.toSeconds() + "s");
    return section;
  }

  /** Properties that are secret, each as a reference to a variable. */
  private Map<String, String> named() {
    Map<String, String> named = new TreeMap<>();
    properties("secrets")
        .keySet()
        .forEach(name -> named.put(name, "${env:" + variable(name) + "}"));
    return named;
  }

  /** What the references in {@link #sinkAt} stand for. */
  Map<String, String> secrets() {
    Map<String, String> secrets = new TreeMap<>();
    properties("secrets").forEach((name, value) -> secrets.put(variable(name), value));
    return secrets;
  }

  private static String variable(String property) {
    return SECRET + property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  private Map<String, String> properties(String key) {
    Map<String, String> properties = new TreeMap<>();
    if (sink.get(key) instanceof Map<?, ?> given) {
      given.forEach((name, value) -> properties.put(name.toString(), String.valueOf(value)));
    }
    return properties;
  }

  private static List<InetSocketAddress> addresses(String servers) {
    return Stream.of(servers.split(","))
        .map(text -> StoreAddress.of("bootstrap-servers", text.strip(), USUAL_PORT))
        .toList();
  }

  @Override
  public StoreFacts facts() {
    String origin = own.map(store -> store.origin().name()).orElse("GIVEN");
    return new StoreFacts("kafka", version(), origin.toLowerCase(Locale.ROOT));
  }

  /** Brokers tell no release; the version of their metadata says as much as they do. */
  private String version() {
    try {
      FinalizedVersionRange range =
          admin
              .describeFeatures()
              .featureMetadata()
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .finalizedFeatures()
              .get("metadata.version");
      return range == null ? "unknown" : "metadata.version " + range.maxVersionLevel();
    } catch (Exception e) {
      // A report without a version is still a report.
      return "unknown";
    }
  }

  @Override
  public WireProtocol protocol() {
    return KafkaDecoder::new;
  }

  @Override
  public Duration clientTimeout() {
    return CLIENT_TIMEOUT;
  }

  @Override
  public View view() {
    return "upsert".equals(sink.get("mode")) ? View.KEYED : View.ROWS;
  }

  @Override
  public StoreSpace space(String name) throws Exception {
    return KafkaSpace.create(this, name);
  }

  @Override
  public boolean restarts() {
    return own.isPresent();
  }

  @Override
  public void restart() {
    KafkaStore store = own.orElseThrow();
    store.kill();
    store.restart();
  }

  @Override
  public boolean refuses(Address at) {
    return at.isOperation();
  }

  @Override
  public void close() {
    if (own.isEmpty()) {
      awaitDropped();
    }
    admin.close(Duration.ZERO);
    own.ifPresent(KafkaStore::close);
  }
}
