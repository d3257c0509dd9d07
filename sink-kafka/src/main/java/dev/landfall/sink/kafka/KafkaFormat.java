package dev.landfall.sink.kafka;

/** How a key or a value becomes bytes; null becomes no bytes in each. */
public enum KafkaFormat {
  /** UTF-8; numbers, booleans and times as they are printed. */
  TEXT,
  /** Bytes as they are; text as UTF-8. */
  BYTES,
  /** JSON in UTF-8; bytes as base64, times in ISO 8601. */
  JSON
}
