package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The keys of one run. One thread at a time. */
final class RedisSpace implements StoreSpace {
  private final RedisDriver driver;
  private final String prefix;

  RedisSpace(RedisDriver driver, String prefix) {
    this.driver = driver;
    this.prefix = prefix;
  }

  @Override
  public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
    return driver.sinkAt(route, prefix);
  }

  @Override
  public Map<String, String> secrets() {
    return driver.secrets();
  }

  @Override
  public SinkRecord shape(SinkRecord record) {
    boolean bad = record.value().toString().startsWith("bad");
    return bad
        ? SinkRecord.put(record.key(), Value.of("bad".repeat(RedisDriver.MOST_BYTES)))
            .at(record.position())
        : record;
  }

  @Override
  public List<Item> read() {
    return driver.nodes().values(prefix).entrySet().stream()
        .map(entry -> new Item(entry.getKey().substring(prefix.length()), entry.getValue()))
        .toList();
  }

  /** Redis keeps nothing back. */
  @Override
  public List<RawEntry> raw() {
    return List.of();
  }

  @Override
  public void close() {
    driver.nodes().delete("*" + prefix + "*");
  }
}
