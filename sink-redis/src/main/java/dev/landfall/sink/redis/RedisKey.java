package dev.landfall.sink.redis;

import java.util.Arrays;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A key of the store, compared by content. Immutable, thread-safe. */
final class RedisKey {
  private final byte[] bytes;
  private final int hash;

  /** Wraps the array, which must not be changed afterwards. */
  RedisKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  /** The hash slot (Redis cluster specification, "Hash tags"). */
  int slot() {
    return JedisClusterCRC16.getSlot(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RedisKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** As a person would read it: what is no printable ASCII is escaped. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (byte one : bytes) {
      if (one >= ' ' && one < 127) {
        out.append((char) one);
      } else {
        out.append(String.format("\\x%02x", one));
      }
    }
    return out.toString();
  }
}
