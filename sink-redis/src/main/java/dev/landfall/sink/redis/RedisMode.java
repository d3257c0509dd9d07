package dev.landfall.sink.redis;

/** How a write treats what is there. */
public enum RedisMode {
  /** The last write wins, whoever sent it. */
  SET,
  /** The newest version wins, whoever sent it (I-5). */
  MONOTONIC
}
