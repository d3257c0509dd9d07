package dev.landfall.sink.s3;

/** Where the bucket stands in a request. Immutable, thread-safe. */
public enum Addressing {
  /** {@code endpoint/bucket/key}. */
  PATH,
  /** {@code bucket.endpoint/key}. */
  VIRTUAL
}
