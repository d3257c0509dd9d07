package dev.landfall.flink;

import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import org.junit.jupiter.api.Tag;

/**
 * The Redis sink (idempotent) in Flink.
 *
 * <p>Under {@code -Pfull} until it has passed whole; docs/flink.md says what is known.
 */
@Tag("full")
@RealStores
final class RedisInFlinkIT extends SinkInFlink {
  @Override
  Target target() {
    return new RedisTarget(Stores.redis().shared());
  }
}
