package dev.landfall.source.kafka;

/** How bytes become a key or a value; no bytes become null in each. */
public enum KafkaFormat {
  /** UTF-8. */
  TEXT,
  /** Bytes as they are. */
  BYTES,
  /** JSON in UTF-8. */
  JSON
}
