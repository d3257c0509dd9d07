package dev.landfall.source.kafka;

import dev.landfall.sdk.source.SourceException;
import org.apache.kafka.common.TopicPartition;

/** The name of a partition as a split: {@code TOPIC-PARTITION}. Stateless, thread-safe. */
final class TopicSplit {
  private TopicSplit() {}

  static String name(TopicPartition partition) {
    return partition.topic() + '-' + partition.partition();
  }

  static TopicPartition parse(String split) throws SourceException {
    int dash = split.lastIndexOf('-');
    try {
      return new TopicPartition(
          split.substring(0, Math.max(0, dash)), Integer.parseInt(split.substring(dash + 1)));
    } catch (NumberFormatException e) {
      throw new SourceException(
          "Cannot read split '"
              + split
              + "': expected TOPIC-PARTITION (does the checkpoint belong to this source?)",
          e);
    }
  }
}
