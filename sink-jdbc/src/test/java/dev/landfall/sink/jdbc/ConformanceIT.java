package dev.landfall.sink.jdbc;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import java.util.Map;

/** Mode xa on MySQL, killed at every gap; the other modes and databases run with -Pfull. */
final class ConformanceIT extends StoreConformance {
  @Override
  protected Map<String, Object> sink() {
    return Map.of("type", "jdbc", "mode", "xa");
  }

  @Override
  protected StoreDriver store(Map<String, Object> sink) throws Exception {
    return StoreDrivers.open("mysql", sink, Map.of());
  }
}
