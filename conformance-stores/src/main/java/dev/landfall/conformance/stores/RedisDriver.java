package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.RunResult.StoreFacts;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreDriver;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.conformance.wire.protocol.WireProtocol;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** A single Redis server, one prefix a run. One thread at a time. */
final class RedisDriver implements StoreDriver {
  /** Nothing is too bad for Redis, so a bad record is made too long. */
  static final int MOST_BYTES = 64;

  private final Map<String, Object> sink;
  private final Optional<RedisStore> own;
  private final URI url;
  private UnifiedJedis reader;

  private RedisDriver(Map<String, Object> sink, Optional<RedisStore> own, URI url) {
    this.sink = sink;
    this.own = own;
    this.url = url;
    this.reader = RedisClient.create(url);
  }

  /** The server of the sink's {@code url}; without one, a server of its own. */
  static RedisDriver open(Map<String, Object> sink) {
    if (sink.containsKey("url")) {
      return new RedisDriver(sink, Optional.empty(), URI.create(String.valueOf(sink.get("url"))));
    }
    RedisStore store = Stores.redis().own().start();
    return new RedisDriver(sink, Optional.of(store), URI.create("redis://" + store.endpoint()));
  }

  UnifiedJedis reader() {
    return reader;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(url.getHost(), url.getPort() < 0 ? 6379 : url.getPort());
  }

  /** The sink's section with the prefix of a run, by way of the proxy. */
  Map<String, Object> sinkAt(InetSocketAddress proxied, String prefix) {
    Map<String, Object> section = new LinkedHashMap<>(sink);
    section.put(
        "url", "redis://" + proxied.getAddress().getHostAddress() + ":" + proxied.getPort());
    section.put("key", prefix + "{key}");
    section.put("value", "text");
    section.put("max-value-size", MOST_BYTES);
    section.putIfAbsent("request-timeout", "2s");
    section.putIfAbsent("connect-timeout", "2s");
    return section;
  }

  @Override
  public StoreFacts facts() {
    String version =
        reader
            .info("server")
            .lines()
            .filter(line -> line.startsWith("redis_version:"))
            .map(line -> line.substring("redis_version:".length()).strip())
            .findFirst()
            .orElse("unknown");
    String origin = own.map(store -> store.origin().name()).orElse("GIVEN");
    return new StoreFacts("redis", version, origin.toLowerCase(Locale.ROOT));
  }

  @Override
  public WireProtocol protocol() {
    return WireProtocol.RESP;
  }

  @Override
  public View view() {
    return View.KEYED;
  }

  @Override
  public StoreSpace space(String name) {
    return new RedisSpace(this, name + ":");
  }

  @Override
  public boolean restarts() {
    return own.isPresent();
  }

  @Override
  public void restart() {
    RedisStore store = own.orElseThrow();
    store.kill();
    store.restart();
    reader.close();
    reader = RedisClient.create(url);
  }

  @Override
  public boolean refuses(Address at) {
    return at.isOperation();
  }

  @Override
  public boolean refusesBadRecords() {
    return true;
  }

  @Override
  public void close() {
    reader.close();
    own.ifPresent(RedisStore::close);
  }
}
