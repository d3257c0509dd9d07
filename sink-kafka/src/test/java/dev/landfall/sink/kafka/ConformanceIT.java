package dev.landfall.sink.kafka;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;

/** Mode exactly-once, killed at every gap; mode upsert runs with -Pfull. */
final class ConformanceIT extends StoreConformance {
  @Override
  protected Map<String, Object> sink() {
    return Map.of("type", "kafka", "mode", "exactly-once");
  }

  @Override
  protected StoreDriver store(Map<String, Object> sink) throws Exception {
    return StoreDrivers.open("kafka", sink, Map.of());
  }
}
