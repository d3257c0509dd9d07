package dev.landfall.conformance.stores;

import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDriverProvider;
import java.util.Map;

/** {@code dialect: redis-cluster}. Stateless, thread-safe. */
public final class RedisClusterDriverProvider implements StoreDriverProvider {
  @Override
  public String dialect() {
    return "redis-cluster";
  }

  @Override
  public StoreDriver open(Map<String, Object> sink, Map<String, Object> store) {
    return RedisDriver.openCluster(sink);
  }
}
