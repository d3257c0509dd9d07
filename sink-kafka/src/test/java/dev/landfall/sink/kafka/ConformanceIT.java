package dev.landfall.sink.kafka;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Mode exactly-once, killed at every gap. All 39 points passed by the command; under {@code -Pfull}
 * until the build has shown the same within its 90 seconds.
 */
@Tag("full")
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
