package dev.landfall.sink.kafka;

/** How records reach the topic. */
public enum KafkaMode {
  /** In one transaction per interval, committed with the checkpoint. */
  EXACTLY_ONCE,
  /** By key into a compacted topic, at once; a delete is a tombstone. */
  UPSERT
}
