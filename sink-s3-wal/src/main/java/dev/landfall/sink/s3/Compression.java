package dev.landfall.sink.s3;

/** How the bytes of an object are compressed. Immutable, thread-safe. */
public enum Compression {
  /** Not at all. */
  NONE,
  /** For readers that know nothing else. */
  GZIP,
  /** Several times as fast as gzip, and smaller. */
  ZSTD
}
