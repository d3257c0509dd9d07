package dev.landfall.source.kafka;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads partitions with one consumer that belongs to no group. One thread at a time. */
final class KafkaSourceReader implements SourceReader {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final KafkaSource source;
  private final Consumer<byte[], byte[]> consumer;
  private final BytesValue keys;
  private final BytesValue values;

  /** The partitions with their names and topic ids, in the order of assignment. */
  private final Map<TopicPartition, Assigned> assigned = new LinkedHashMap<>();

  /** Where to stop, with {@link Until#LATEST}. */
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  private record Assigned(String split, String topicId) {}

  KafkaSourceReader(KafkaSource source, Consumer<byte[], byte[]> consumer) {
    this.source = source;
    this.consumer = consumer;
    this.keys = new BytesValue("key", source.configuration().key());
    this.values = new BytesValue("value", source.configuration().value());
  }

  @Override
  public void assign(String split, Optional<SplitPosition> from)
      throws SourceException, InterruptedException {
    TopicPartition partition = TopicSplit.parse(split);
    try {
      String topicId = source.topicId(partition.topic());
      long offset =
          from.isPresent()
              ? checked(partition, OffsetPosition.of(split, from.get()), topicId)
              : start(partition, split);
      assigned.put(partition, new Assigned(split, topicId));
      consumer.assign(assigned.keySet());
      consumer.seek(partition, offset);
      if (source.configuration().until() == Until.LATEST) {
        ends.put(partition, only(consumer.endOffsets(Set.of(partition))));
      }
    } catch (KafkaException e) {
      throw Failures.of("read split '" + split + "'", e);
    }
  }

  /** A position that no longer fits stops the start: never a silent jump. */
  private long checked(TopicPartition partition, OffsetPosition position, String topicId)
      throws SourceException, InterruptedException {
    source.continued();
    if (!position.topicId().isEmpty() && !position.topicId().equals(topicId)) {
      throw lost(
          partition,
          position.offset(),
          "the topic was deleted and made again (id "
              + topicId
              + ", expected "
              + position.topicId()
              + ")");
    }
    long first = only(consumer.beginningOffsets(Set.of(partition)));
    if (position.offset() < first) {
      throw lost(partition, position.offset(), "retention has removed what is before " + first);
    }
    long end = awaitEnd(partition, position.offset());
    if (position.offset() > end) {
      throw lost(partition, position.offset(), "the partition ends at " + end);
    }
    return position.offset();
  }

  /** A leader that was elected just now may not know for a moment how far it is readable. */
  private long awaitEnd(TopicPartition partition, long offset) throws InterruptedException {
    HostTime time = source.time();
    long deadline = time.nanos() + source.configuration().requestTimeout().toNanos();
    long end = only(consumer.endOffsets(Set.of(partition)));
    while (end < offset && time.nanos() < deadline) {
      time.pause(WAIT);
      end = only(consumer.endOffsets(Set.of(partition)));
    }
    return end;
  }

  private static SourceException lost(TopicPartition partition, long offset, String why) {
    return new SourceException(
        "Cannot go on with split '"
            + TopicSplit.name(partition)
            + "' at offset "
            + offset
            + ": "
            + why
            + " (records are missing: restore them, or start a new state directory with the"
            + " 'start' that you choose)");
  }

  private long start(TopicPartition partition, String split) {
    Start start =
        source.isNew(split) ? Start.parse(source.configuration().start()) : Start.parse("earliest");
    return switch (start.kind()) {
      case EARLIEST -> only(consumer.beginningOffsets(Set.of(partition)));
      case LATEST -> only(consumer.endOffsets(Set.of(partition)));
      case TIME -> {
        long millis = start.time().orElseThrow().toEpochMilli();
        OffsetAndTimestamp found =
            consumer.offsetsForTimes(Map.of(partition, millis)).get(partition);
        yield found == null ? only(consumer.endOffsets(Set.of(partition))) : found.offset();
      }
    };
  }

  private static long only(Map<TopicPartition, Long> offsets) {
    return offsets.values().iterator().next();
  }

  @Override
  public Status read(RecordOutput output) throws SourceException, InterruptedException {
    if (isAtEnd()) {
      return Status.END;
    }
    if (assigned.isEmpty()) {
      return Status.IDLE;
    }
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(WAIT);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        hand(record, output);
      }
      return records.isEmpty() ? Status.IDLE : Status.MORE;
    } catch (OffsetOutOfRangeException e) {
      Map.Entry<TopicPartition, Long> one =
          e.offsetOutOfRangePartitions().entrySet().iterator().next();
      throw lost(one.getKey(), one.getValue(), "the broker no longer has it");
    } catch (KafkaException e) {
      throw Failures.of("read " + assigned.keySet(), e);
    }
  }

  private boolean isAtEnd() {
    return source.configuration().until() == Until.LATEST
        && assigned.keySet().stream()
            .allMatch(
                partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
  }

  private void hand(ConsumerRecord<byte[], byte[]> record, RecordOutput output)
      throws InterruptedException {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    Assigned known = assigned.get(partition);
    String split = known == null ? TopicSplit.name(partition) : known.split();
    SourcePosition position = SourcePosition.of(split, record.offset());
    try {
      Value key = keys.of(record.key());
      Value value = values.of(record.value());
      boolean tombstone = value.isNull() && !key.isNull();
      output.record(
          new SinkRecord(
              tombstone ? Operation.DELETE : Operation.PUT,
              key,
              value,
              headers(record),
              record.timestamp() < 0 ? SinkRecord.NO_TIMESTAMP : record.timestamp(),
              position));
    } catch (BytesValue.MalformedException e) {
      byte[] raw = record.value() == null ? new byte[0] : record.value();
      output.reject(position, new String(raw, StandardCharsets.UTF_8), e.getMessage());
    }
  }

  private static List<Header> headers(ConsumerRecord<byte[], byte[]> record) {
    List<Header> headers = List.of();
    for (org.apache.kafka.common.header.Header header : record.headers()) {
      headers = headers.isEmpty() ? new ArrayList<>() : headers;
      headers.add(new Header(header.key(), header.value() == null ? new byte[0] : header.value()));
    }
    return headers;
  }

  @Override
  public Map<String, SplitPosition> positions() {
    Map<String, SplitPosition> positions = new LinkedHashMap<>();
    Map<TopicPartition, OffsetAndMetadata> told = new HashMap<>();
    for (Map.Entry<TopicPartition, Assigned> one : assigned.entrySet()) {
      long offset = consumer.position(one.getKey());
      positions.put(
          one.getValue().split(),
          new OffsetPosition(offset, one.getValue().topicId()).toSplitPosition());
      told.put(one.getKey(), new OffsetAndMetadata(offset));
    }
    if (source.configuration().group().isPresent() && !told.isEmpty()) {
      // For lag monitors only: nobody reads it back, so a failure is nothing.
      consumer.commitAsync(told, (offsets, error) -> {});
    }
    return positions;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
