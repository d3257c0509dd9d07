package dev.landfall.stores;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a Kafka is to be like. One thread at a time. */
public final class KafkaBuilder {
  private final Map<String, String> properties = new TreeMap<>();
  private int brokers = 1;
  private int transactionVersion = 2;
  private List<Integer> proxyPorts = List.of();
  private boolean tls;
  private boolean own;

  KafkaBuilder() {}

  /** The number of combined nodes, 1 (default) or more; three need about 900 MB. */
  public KafkaBuilder brokers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("Cannot start " + count + " brokers: expected 1 or more");
    }
    brokers = count;
    return this;
  }

  /**
   * The feature level {@code transaction.version} that the storage is formatted with: 2 (default,
   * each transaction has an epoch of its own, KIP-890), or 1 or 0, the older protocol.
   */
  public KafkaBuilder transactionVersion(int level) {
    if (level < 0 || level > 2) {
      throw new IllegalArgumentException(
          "Cannot format with transaction.version " + level + ": expected 0, 1 or 2");
    }
    transactionVersion = level;
    return this;
  }

  /** The longest transaction time-out that a client may ask for; 15 minutes by default. */
  public KafkaBuilder transactionMaxTimeout(Duration limit) {
    return property("transaction.max.timeout.ms", Long.toString(limit.toMillis()));
  }

  /** A line of server.properties; goes over the ones that this module sets. */
  public KafkaBuilder property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /**
   * Adds a listener that advertises these ports of 127.0.0.1, one per broker, on which the caller's
   * proxies stand ({@link Stores#claimPort()} gives free ones). The proxies connect to {@link
   * KafkaStore#proxyTargets()}.
   */
  public KafkaBuilder proxiedBy(int... ports) {
    proxyPorts = Arrays.stream(ports).boxed().toList();
    return this;
  }

  /** Adds a TLS listener with a test certificate. */
  public KafkaBuilder tls() {
    tls = true;
    return this;
  }

  /** Starts servers of its own even if the user gave an endpoint: for who kills and restarts. */
  public KafkaBuilder own() {
    own = true;
    return this;
  }

  /** Gets it: given, container or embedded, and waits until it is ready. */
  public KafkaStore start() {
    return new KafkaStore(Acquisition.start(order()));
  }

  /** One such store for the whole JVM; closing it does nothing, it ends with the JVM. */
  public KafkaStore shared() {
    return new KafkaStore(Acquisition.shared(order()));
  }

  /**
   * Starts it embedded under a name, so that it outlives this JVM: see {@link StoreCatalog}. A name
   * holds letters, digits and hyphens.
   */
  public StoreCatalog.Running startDetached(String name) {
    return StoreCatalog.start(order(), name);
  }

  Order order() {
    if (!proxyPorts.isEmpty() && proxyPorts.size() != brokers) {
      throw new IllegalArgumentException(
          "Cannot advertise "
              + proxyPorts.size()
              + " proxy ports: expected one for each of "
              + brokers
              + " brokers");
    }
    KafkaRecipe recipe =
        new KafkaRecipe(brokers, transactionVersion, Map.copyOf(properties), proxyPorts, tls);
    // A container is taken for the plain case only.
    boolean plain = brokers == 1 && proxyPorts.isEmpty() && !tls && transactionVersion == 2;
    return new Order(
        StoreKind.KAFKA,
        own,
        recipe,
        plain ? Optional.of(ContainerPlans.kafka(properties)) : Optional.empty());
  }
}
