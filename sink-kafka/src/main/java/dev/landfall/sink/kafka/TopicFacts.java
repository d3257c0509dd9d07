package dev.landfall.sink.kafka;

import java.time.Duration;

/**
 * What a topic accepts, as its brokers say. Immutable, thread-safe.
 *
 * @param name the topic
 * @param partitions how many
 * @param maxMessageBytes the largest batch that it takes
 * @param keyed whether it refuses records without a key, being compacted
 * @param timestamps how far a record's own time may be from the broker's
 */
record TopicFacts(
    String name, int partitions, int maxMessageBytes, boolean keyed, Timestamps timestamps) {
  /** The broker's own default of {@code message.max.bytes}. */
  static final int DEFAULT_MAX_MESSAGE_BYTES = 1048588;

  /**
   * The bounds of {@code message.timestamp.before.max.ms} and {@code .after.max.ms}; without a
   * limit where the topic stamps records itself.
   */
  record Timestamps(Duration before, Duration after) {
    static final Timestamps ANY =
        new Timestamps(Duration.ofMillis(Long.MAX_VALUE), Duration.ofMillis(Long.MAX_VALUE));
  }
}
