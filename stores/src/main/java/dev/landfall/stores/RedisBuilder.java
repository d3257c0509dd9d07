package dev.landfall.stores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a Redis server or cluster is to be like. One thread at a time. */
public final class RedisBuilder {
  private final StoreKind kind;
  private final List<String> arguments = new ArrayList<>();
  private int replicas = 1;
  private List<Integer> announced = List.of();
  private boolean tls;
  private boolean own;

  RedisBuilder(StoreKind kind) {
    this.kind = kind;
  }

  /** Arguments for {@code redis-server}, such as {@code "--maxmemory", "16mb"}. */
  public RedisBuilder args(String... more) {
    arguments.addAll(List.of(more));
    return this;
  }

  /** Replicas of each of the cluster's three masters, 0 or 1 (default). */
  public RedisBuilder replicas(int perMaster) {
    if (perMaster < 0 || perMaster > 1) {
      throw new IllegalArgumentException(
          "Cannot start " + perMaster + " replicas for each master: expected 0 or 1");
    }
    replicas = perMaster;
    return this;
  }

  /**
   * The ports of 127.0.0.1 that the cluster's nodes announce to clients, one per node, on which the
   * caller's proxies stand. The nodes themselves stay reachable at {@link RedisStore#nodes()}, but
   * their redirections name the announced ports.
   */
  public RedisBuilder announcedBy(int... ports) {
    announced = Arrays.stream(ports).boxed().toList();
    return this;
  }

  /** Adds a TLS listener with a test certificate (single server only). */
  public RedisBuilder tls() {
    tls = true;
    return this;
  }

  /** Starts servers of its own even if the user gave an endpoint: for who kills and restarts. */
  public RedisBuilder own() {
    own = true;
    return this;
  }

  /** Gets it: given, container or embedded, and waits until it is ready. */
  public RedisStore start() {
    return new RedisStore(Acquisition.start(order()));
  }

  /** One such store for the whole JVM; closing it does nothing, it ends with the JVM. */
  public RedisStore shared() {
    return new RedisStore(Acquisition.shared(order()));
  }

  /**
   * Starts it embedded under a name, so that it outlives this JVM: see {@link StoreCatalog}. A name
   * holds letters, digits and hyphens.
   */
  public StoreCatalog.Running startDetached(String name) {
    return StoreCatalog.start(order(), name);
  }

  Order order() {
    return kind == StoreKind.REDIS ? single() : cluster();
  }

  private Order single() {
    if (!announced.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot announce ports of a single Redis: its clients come by any address");
    }
    List<String> more = List.copyOf(arguments);
    return new Order(
        kind,
        own,
        new RedisRecipe(more, tls),
        tls ? Optional.empty() : Optional.of(ContainerPlans.redis(more)));
  }

  private Order cluster() {
    int nodes = RedisClusterRecipe.MASTERS * (1 + replicas);
    if (tls || (!announced.isEmpty() && announced.size() != nodes)) {
      throw new IllegalArgumentException(
          "Cannot start the cluster: expected no TLS, and none or " + nodes + " announced ports");
    }
    return new Order(
        kind,
        own,
        new RedisClusterRecipe(replicas, List.copyOf(arguments), announced),
        Optional.empty());
  }
}
