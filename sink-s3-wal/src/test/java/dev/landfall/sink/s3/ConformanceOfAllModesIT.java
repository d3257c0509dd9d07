package dev.landfall.sink.s3;

import dev.landfall.conformance.junit.StoreConformance;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreDrivers;
import dev.landfall.stores.junit.RealStores;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The log in the store itself: what is confirmed was sent while records arrived. */
@Tag("full")
@RealStores
final class ConformanceOfAllModesIT extends StoreConformance {
  @Override
  protected Map<String, Object> sink() {
    return Map.of("type", "s3-wal", "log", "store");
  }

  @Override
  protected StoreDriver store(Map<String, Object> sink) throws Exception {
    return StoreDrivers.open("s3", sink, Map.of());
  }
}
