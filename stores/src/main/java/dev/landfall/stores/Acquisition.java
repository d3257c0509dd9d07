package dev.landfall.stores;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a store in the fixed order: given endpoint, container, embedded. Thread-safe.
 *
 * <p>A later way is taken only when an earlier one is not there at all. A store that is there and
 * then fails is an error, never a reason to try the next.
 */
final class Acquisition {
  private static final Logger LOG = LoggerFactory.getLogger(Acquisition.class);

  private static final List<String> SUFFIXES =
      List.of(
          "BOOTSTRAP",
          KafkaStore.PROXIED,
          KafkaStore.PROXY_TARGETS,
          KafkaStore.TLS_BOOTSTRAP,
          "URL",
          "TLS_URL",
          "NODES",
          "USER",
          "PASSWORD",
          "ENDPOINT",
          "TLS_ENDPOINT",
          "ACCESS_KEY",
          "SECRET_KEY",
          "REGION",
          "BUCKET",
          "CA",
          "TRUSTSTORE",
          "TRUSTSTORE_PASSWORD");

  private static final Map<Order, Servers> SHARED = new ConcurrentHashMap<>();

  private Acquisition() {}

  static Servers start(Order order) {
    Optional<Servers> given = order.own() ? Optional.empty() : given(order.kind());
    return given
        .or(() -> container(order))
        .orElseGet(
            () ->
                EmbeddedServers.start(
                    order.kind(), RunFolder.attached(order.kind()), order.recipe()));
  }

  private static Optional<Servers> container(Order order) {
    return order
        .container()
        .flatMap(
            plan -> {
              String image =
                  Settings.find(order.kind().variable("IMAGE")).orElse(plan.defaultImage());
              return Engine.holding(image)
                  .map(engine -> ContainerServers.start(order.kind(), image, plan));
            });
  }

  /** Shared by equal orders; a start that failed is tried again by the next caller. */
  static Servers shared(Order order) {
    return new SharedServers(SHARED.computeIfAbsent(order, Acquisition::start));
  }

  private static Optional<Servers> given(StoreKind kind) {
    if (Settings.find(kind.endpointVariable()).isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> lines = new LinkedHashMap<>();
    for (String suffix : SUFFIXES) {
      String variable = kind.variable(suffix);
      Settings.find(variable).ifPresent(value -> lines.put(variable, value));
    }
    LOG.info("Using the {} given by {}", kind, kind.endpointVariable());
    return Optional.of(new GivenServers(kind, Map.copyOf(lines)));
  }
}
