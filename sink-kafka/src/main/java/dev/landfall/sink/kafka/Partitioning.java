package dev.landfall.sink.kafka;

/** What chooses a record's partition. */
public enum Partitioning {
  /** The key, by the producer's own hash; without a key the producer chooses. */
  KEY,
  /** A field of the value, hashed as a key would be. */
  FIELD,
  /** The number at the end of the record's split, as in {@code orders-3}. */
  SOURCE
}
