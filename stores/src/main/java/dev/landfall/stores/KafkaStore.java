package dev.landfall.stores;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Kafka, one or more combined nodes (broker and controller). Thread-safe. */
public final class KafkaStore implements Store {
  static final String PROXIED = "PROXIED";
  static final String PROXY_TARGETS = "PROXY_TARGETS";
  static final String TLS_BOOTSTRAP = "TLS_BOOTSTRAP";

  private final Servers servers;

  KafkaStore(Servers servers) {
    this.servers = servers;
  }

  @Override
  public Servers servers() {
    return servers;
  }

  /** The brokers' direct addresses, for {@code bootstrap.servers}; they advertise the same. */
  public String bootstrapServers() {
    return environment().getOrDefault(kind().endpointVariable(), "");
  }

  /**
   * For {@code bootstrap.servers} of a client that goes through the fault proxies: the ports given
   * to {@link KafkaBuilder#proxiedBy}, which the brokers advertise on this listener.
   */
  public Optional<String> proxiedBootstrapServers() {
    return find(PROXIED);
  }

  /** Where the fault proxies connect to, one per broker, in the order of their ports. */
  public List<Endpoint> proxyTargets() {
    return find(PROXY_TARGETS).map(KafkaStore::endpoints).orElse(List.of());
  }

  /** The brokers' TLS listeners ({@code security.protocol=SSL}), with {@link #trust()}. */
  public Optional<String> tlsBootstrapServers() {
    return find(TLS_BOOTSTRAP);
  }

  private Optional<String> find(String suffix) {
    return Optional.ofNullable(environment().get(kind().variable(suffix)));
  }

  private static List<Endpoint> endpoints(String list) {
    return Arrays.stream(list.split(",")).map(text -> Endpoint.parse(text, 9092)).toList();
  }
}
