package dev.landfall.sink.redis;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.Endpoint;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.StoreKind;
import dev.landfall.stores.Stores;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Records, writers and a reader from beside. */
final class Lab {
  static final SinkId SINK = new SinkId("lab", "redis");

  /** Two clocks of one server are read one after the other. */
  static final Offset<Long> MOMENT = Offset.offset(50L);

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

  /**
   * For tests that end no server. It has no replicas: a master that writes 64 MB to a slow disk
   * answers its peers late, and a replica that takes over then loses what {@code durability} does
   * not wait for.
   */
  static RedisStore sharedCluster() {
    return Stores.redisCluster().replicas(0).args("--appendfsync", "no").shared();
  }

  /** A reader's own client. */
  static UnifiedJedis reader(RedisStore store) {
    if (store.kind() == StoreKind.REDIS) {
      return RedisClient.create(URI.create(store.url()));
    }
    Set<HostAndPort> nodes = store.nodes().stream().map(Lab::address).collect(Collectors.toSet());
    return RedisClusterClient.create(nodes);
  }

  /**
   * The moment at which a key ends, give or take a few milliseconds; -1 if it has no end, -2 if it
   * is not there. For servers older than 7, which have no PEXPIRETIME.
   */
  static long end(UnifiedJedis reader, String key) {
    String script =
        """
        local left, now = redis.call('PTTL', KEYS[1]), redis.call('TIME')
        return left < 0 and left or left + now[1] * 1000 + math.floor(now[2] / 1000)
        """;
    return (Long) reader.eval(script, 1, key);
  }

  static HostAndPort address(Endpoint endpoint) {
    return new HostAndPort(endpoint.host(), endpoint.port());
  }
}
