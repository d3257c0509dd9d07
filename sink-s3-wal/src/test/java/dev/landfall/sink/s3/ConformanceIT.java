package dev.landfall.sink.s3;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.stores.junit.RealStores;
import java.util.Map;

/** The log at the host, before s3proxy, killed at every gap; the log in the store is beside it. */
@RealStores
final class ConformanceIT extends StoreConformance {
  @Override
  protected Map<String, Object> sink() {
    return Map.of("type", "s3-wal", "log", "host");
  }

  @Override
  protected StoreDriver store(Map<String, Object> sink) throws Exception {
    return StoreDrivers.open("s3", sink, Map.of());
  }
}
