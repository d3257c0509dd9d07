package dev.landfall.stores;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What an S3 server is to be like. One thread at a time. */
public final class S3Builder {
  private final Map<String, String> properties = new TreeMap<>();
  private boolean tls;
  private boolean own;

  S3Builder() {}

  /** A line of s3proxy's properties; goes over the ones that this module sets. */
  public S3Builder property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** Adds a TLS listener with a test certificate. */
  public S3Builder tls() {
    tls = true;
    return this;
  }

  /** Starts a server of its own even if the user gave an endpoint: for who kills and restarts. */
  public S3Builder own() {
    own = true;
    return this;
  }

  /** Gets it: given, container or embedded, and waits until it is ready. */
  public S3Store start() {
    return new S3Store(Acquisition.start(order()));
  }

  /** One such store for the whole JVM; closing it does nothing, it ends with the JVM. */
  public S3Store shared() {
    return new S3Store(Acquisition.shared(order()));
  }

  /**
   * Starts it embedded under a name, so that it outlives this JVM: see {@link StoreCatalog}. A name
   * holds letters, digits and hyphens.
   */
  public StoreCatalog.Running startDetached(String name) {
    return StoreCatalog.start(order(), name);
  }

  Order order() {
    return new Order(
        StoreKind.S3, own, new S3Recipe(Map.copyOf(properties), tls), Optional.empty());
  }
}
