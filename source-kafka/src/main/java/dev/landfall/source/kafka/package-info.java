/**
 * Reads Kafka topics; where it goes on is in the checkpoint alone.
 *
 * <p>Begin at {@code KafkaSource}.
 */
@org.jspecify.annotations.NullMarked
package dev.landfall.source.kafka;
