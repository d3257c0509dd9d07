package dev.landfall.sink.redis;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkProvider;

/** The connector {@code redis}. Stateless, thread-safe. */
public final class RedisSinkProvider implements SinkProvider<RedisConfiguration> {
  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String summary() {
    return "Strings and hashes in Redis by key, single server or cluster: set, or monotonic";
  }

  @Override
  public Class<RedisConfiguration> configuration() {
    return RedisConfiguration.class;
  }

  @Override
  public Sink open(RedisConfiguration configuration, SinkContext context) {
    return new RedisSink(configuration, context);
  }
}
