package dev.landfall.sink.s3;

/** How a record becomes bytes. Immutable, thread-safe. */
public enum Format {
  /** One JSON document a line. */
  JSONL,
  /** Comma-separated values with fixed columns. */
  CSV
}
