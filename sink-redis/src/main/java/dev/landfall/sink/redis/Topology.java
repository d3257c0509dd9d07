package dev.landfall.sink.redis;

import java.util.Optional;
import redis.clients.jedis.HostAndPort;

/** Which server has a key. One thread at a time. */
sealed interface Topology permits SingleServer, SlotMap {
  /** Empty if no server has it, as far as is known. */
  Optional<HostAndPort> nodeOf(RedisKey key);

  /**
   * Looks again, when nothing is on its way.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if no server tells
   */
  void refresh(Links links);
}
