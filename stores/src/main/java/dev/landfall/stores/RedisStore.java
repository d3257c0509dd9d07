package dev.landfall.stores;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A Redis server, or the nodes of a Redis cluster. Thread-safe. */
public final class RedisStore implements Store {
  static final String TLS_URL = "TLS_URL";
  private static final int DEFAULT_PORT = 6379;

  private final Servers servers;

  RedisStore(Servers servers) {
    this.servers = servers;
  }

  @Override
  public Servers servers() {
    return servers;
  }

  /** {@code redis://host:port} of the single server; of a cluster, its first node. */
  public String url() {
    return kind() == StoreKind.REDIS
        ? environment().getOrDefault(kind().endpointVariable(), "")
        : "redis://" + endpoint();
  }

  /** {@code rediss://host:port} of the TLS listener, if it was asked for. */
  public Optional<String> tlsUrl() {
    return Optional.ofNullable(environment().get(kind().variable(TLS_URL)));
  }

  /** The direct address of the single server, or of the cluster's first node. */
  public Endpoint endpoint() {
    return nodes().get(0);
  }

  /** The direct addresses of all nodes, in the order of {@link #servers()}; masters come first. */
  public List<Endpoint> nodes() {
    String given = environment().getOrDefault(kind().endpointVariable(), "");
    if (kind() == StoreKind.REDIS_CLUSTER) {
      return Arrays.stream(given.split(","))
          .map(text -> Endpoint.parse(text.strip(), DEFAULT_PORT))
          .toList();
    }
    URI uri = URI.create(given);
    return List.of(new Endpoint(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort()));
  }
}
