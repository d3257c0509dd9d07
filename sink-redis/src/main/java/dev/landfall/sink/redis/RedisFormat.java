package dev.landfall.sink.redis;

/** How a value becomes bytes. */
public enum RedisFormat {
  /** As text; for values of one part. */
  TEXT,
  /** As they are; for bytes and text. */
  BYTES,
  /** As JSON. */
  JSON
}
