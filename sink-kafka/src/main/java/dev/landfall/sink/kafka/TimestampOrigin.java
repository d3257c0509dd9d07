package dev.landfall.sink.kafka;

/** What a record's timestamp in the topic is. */
public enum TimestampOrigin {
  /** The record's own time; the moment of writing where it has none. */
  RECORD,
  /** The moment of writing. */
  WRITE
}
