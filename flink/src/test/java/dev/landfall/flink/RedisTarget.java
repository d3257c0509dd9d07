package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.RedisStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.RedisClient;

/** A key for each number, with the number as its value. */
record RedisTarget(RedisStore redis) implements Target {
  @Override
  public void prepare(String name) {
    // Keys need no preparation.
  }

  @Override
  public LandfallSink.Builder sink(String name) {
    return LandfallSink.of("redis", Map.of("url", redis.url(), "key", name + ":{key}"));
  }

  @Override
  public Converter converter() {
    return number -> SinkRecord.put(Value.of(Long.toString(number)), Value.of(number));
  }

  @Override
  public List<Long> visible(String name) {
    try (RedisClient client = RedisClient.create(redis.url())) {
      Set<String> keys = client.keys(name + ":*");
      return keys.isEmpty()
          ? List.of()
          : client.mget(keys.toArray(String[]::new)).stream().map(Long::parseLong).toList();
    }
  }

  @Override
  public boolean commits() {
    return false;
  }
}
