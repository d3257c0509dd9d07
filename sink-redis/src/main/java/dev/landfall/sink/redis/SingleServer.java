package dev.landfall.sink.redis;

import java.util.Optional;
import redis.clients.jedis.HostAndPort;

/** All keys are in one place. Immutable, thread-safe. */
record SingleServer(HostAndPort node) implements Topology {
  @Override
  public Optional<HostAndPort> nodeOf(RedisKey key) {
    return Optional.of(node);
  }

  /** Behind the same address there may be another server; the next connection will find it. */
  @Override
  public void refresh(Links links) {
    links.to(node);
  }
}
