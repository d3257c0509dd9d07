package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A place that nobody writes to. Stateless. */
class EmptySpace implements StoreSpace {
  @Override
  public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
    return Map.of("type", "clear");
  }

  @Override
  public List<Item> read() {
    return List.of();
  }

  @Override
  public List<RawEntry> raw() {
    return List.of();
  }

  @Override
  public void close() {}
}
