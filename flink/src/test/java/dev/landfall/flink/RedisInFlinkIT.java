package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;

/** The Redis sink (idempotent) in Flink. */
@RealStores
final class RedisInFlinkIT extends SinkInFlink {
  @Override
  Target target() {
    return new RedisTarget(Stores.redis().shared());
  }
}
