package dev.landfall.sink.redis;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.Endpoint;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.StoreKind;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Records, writers and a reader from beside. */
final class Lab {
  static final SinkId SINK = new SinkId("lab", "redis");

  private Lab() {}

  static IdempotentWriter writer(RedisConfiguration configuration, Rejections rejected)
      throws Exception {
    return new RedisSink(configuration, Contexts.of(SINK)).writer(SINK.writer(0), rejected);
  }

  /** Writes records through a new writer, up to the barrier. */
  static Rejections write(RedisConfiguration configuration, SinkRecord... records)
      throws Exception {
    Rejections rejected = new Rejections();
    try (IdempotentWriter writer = writer(configuration, rejected)) {
      for (SinkRecord record : records) {
        writer.write(record);
      }
      writer.flush();
    }
    return rejected;
  }

  static SinkRecord put(String key, String value, long offset) {
    return SinkRecord.put(Value.of(key), Value.of(value)).at(SourcePosition.of("split", offset));
  }

  static SinkRecord delete(String key, long offset) {
    return SinkRecord.delete(Value.of(key)).at(SourcePosition.of("split", offset));
  }

  /** A reader's own client. */
  static UnifiedJedis reader(RedisStore store) {
    if (store.kind() == StoreKind.REDIS) {
      return RedisClient.create(URI.create(store.url()));
    }
    Set<HostAndPort> nodes = store.nodes().stream().map(Lab::address).collect(Collectors.toSet());
    return RedisClusterClient.create(nodes);
  }

  static HostAndPort address(Endpoint endpoint) {
    return new HostAndPort(endpoint.host(), endpoint.port());
  }
}
