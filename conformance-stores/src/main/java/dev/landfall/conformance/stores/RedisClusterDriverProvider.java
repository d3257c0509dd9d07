package dev.landfall.conformance.stores;

import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDriverProvider;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code dialect: redis-cluster}. Stateless, thread-safe. */
public final class RedisClusterDriverProvider implements StoreDriverProvider {
  @Override
  public String dialect() {
    return "redis-cluster";
  }

  @Override
  public Optional<Set<String>> storeKeys() {
    return Optional.of(Set.of());
  }

  @Override
  public StoreDriver open(Map<String, Object> sink, Map<String, Object> store) throws IOException {
    OwnSinks.requireFit(sink, dialect());
    RedisDriver driver = RedisDriver.openCluster(sink);
    driver.requireReachable();
    return driver;
  }
}
