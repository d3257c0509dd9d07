package dev.landfall.sink.redis;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;

/** Mode set, in a process that is killed at every gap between two commands. */
final class RedisOnTheWireIT extends StoreConformance {
  @Override
  protected Map<String, Object> sink() {
    return Map.of("type", "redis", "mode", "set");
  }

  @Override
  protected StoreDriver store(Map<String, Object> sink) throws Exception {
    return StoreDrivers.open("redis", sink, Map.of());
  }
}
