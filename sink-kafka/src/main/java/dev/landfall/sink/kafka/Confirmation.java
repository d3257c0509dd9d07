package dev.landfall.sink.kafka;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The confirmation record: an offset that a transaction commits for the writer's own group, so that
 * it becomes visible with the records or not at all (KIP-98, section "Transactional offset
 * commit"). The offset is the interval's ordinal, the metadata its whole name; the partition is one
 * that the transaction wrote to a topic of, since the broker refuses an unknown one. Stateless,
 * thread-safe.
 */
final class Confirmation {
  private Confirmation() {}

  static Map<TopicPartition, OffsetAndMetadata> of(IntervalId interval, TopicPartition partition) {
    return Map.of(partition, new OffsetAndMetadata(interval.ordinal(), interval.toString()));
  }

  /**
   * The group of a writer, without a member: nobody ever joins it. The public constructor is marked
   * for removal without a successor that needs no consumer; the client's release line is checked at
   * start, so it cannot vanish unnoticed.
   */
  @SuppressWarnings("removal")
  static ConsumerGroupMetadata group(WriterId writer) {
    return new ConsumerGroupMetadata(Names.of(writer));
  }

  /** The newest interval of the writer that its group's offsets confirm. */
  static Optional<IntervalId> newest(WriterId writer, Collection<OffsetAndMetadata> offsets) {
    Optional<IntervalId> newest = Optional.empty();
    for (OffsetAndMetadata offset : offsets) {
      Optional<IntervalId> one = read(offset).filter(read -> read.writer().equals(writer));
      if (one.isPresent() && (newest.isEmpty() || one.get().isAfter(newest.get()))) {
        newest = one;
      }
    }
    return newest;
  }

  /** Empty for an offset that somebody else committed for this group. */
  private static Optional<IntervalId> read(OffsetAndMetadata offset) {
    try {
      return Optional.of(IntervalId.parse(offset.metadata()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
