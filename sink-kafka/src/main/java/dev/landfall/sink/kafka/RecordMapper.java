package dev.landfall.sink.kafka;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Makes the producer's record, and refuses by name what the broker would refuse (SI-8). One thread
 * at a time.
 *
 * <p>A refusal has to come before {@code send}: a failed send makes the whole transaction unusable,
 * so that the neighbours would be lost with the record, and the broker refuses a whole batch for
 * one record in it.
 */
final class RecordMapper {
  /** Magic v2: header of a batch, and the most that a record's own fields take beside its data. */
  private static final int BATCH_OVERHEAD = 61;

  private static final int RECORD_OVERHEAD = 21;
  private static final int MAX_VARINT_BYTES = 5;

  private final KafkaConfiguration configuration;
  private final Topics topics;
  private final HostTime time;
  private final ValueBytes keyBytes;
  private final ValueBytes valueBytes;
  private final long maxRequestBytes;

  private @Nullable TopicFacts last;

  /** The broker's clock was at least here. */
  private long nowMillis;

  RecordMapper(KafkaConfiguration configuration, Topics topics, HostTime time)
      throws SinkException, InterruptedException {
    this.configuration = configuration;
    this.topics = topics;
    this.time = time;
    this.keyBytes = new ValueBytes("key", configuration.key());
    this.valueBytes = new ValueBytes("value", configuration.value());
    this.maxRequestBytes =
        Math.min(
            ProducerProperties.requestBytes(configuration, topics.maxRequestBytes()),
            ProducerProperties.bufferBytes(configuration));
  }

  /**
   * Maps one record.
   *
   * @throws UnwritableException if the broker would refuse it
   */
  ProducerRecord<byte[], byte[]> map(SinkRecord record)
      throws UnwritableException, SinkException, InterruptedException {
    TopicFacts topic = topic(record);
    byte[] key = keyBytes.of(record.key());
    byte[] value = record.isDelete() ? null : valueBytes.of(record.value());
    if (key == null && topic.keyed()) {
      throw new UnwritableException(
          "key is null, expected one: topic '" + topic.name() + "' is compacted");
    }
    ProducerRecord<byte[], byte[]> mapped =
        new ProducerRecord<>(
            topic.name(), partition(record, topic), timestamp(record, topic), key, value);
    long bytes = BATCH_OVERHEAD + RECORD_OVERHEAD + size(key) + size(value) + MAX_VARINT_BYTES;
    if (configuration.headers() && !record.headers().isEmpty()) {
      bytes += addHeaders(mapped, record.headers());
    }
    requireSize(bytes, topic);
    return mapped;
  }

  private static long size(byte @Nullable [] bytes) {
    return bytes == null ? 1 : (long) bytes.length + MAX_VARINT_BYTES;
  }

  private static long addHeaders(ProducerRecord<byte[], byte[]> mapped, List<Header> headers) {
    long bytes = 0;
    for (Header header : headers) {
      mapped.headers().add(new RecordHeader(header.name(), header.value()));
      bytes += Utils.utf8Length(header.name()) + MAX_VARINT_BYTES + size(header.value());
    }
    return bytes;
  }

  /** By the size before compression: what one record is compressed to is known too late. */
  private void requireSize(long bytes, TopicFacts topic) throws UnwritableException {
    long most = Math.min(topic.maxMessageBytes(), maxRequestBytes);
    if (bytes > most) {
      throw new UnwritableException(
          "the record takes up to "
              + bytes
              + " bytes, expected at most "
              + most
              + (most == topic.maxMessageBytes()
                  ? " (max.message.bytes of topic '" + topic.name() + "')"
                  : " (max.request.size or buffer.memory of the producer)"));
    }
  }

  private TopicFacts topic(SinkRecord record)
      throws UnwritableException, SinkException, InterruptedException {
    String name = configuration.topic().isPresent() ? configuration.topic().get() : named(record);
    TopicFacts facts = last;
    if (facts == null || !facts.name().equals(name)) {
      Optional<TopicFacts> asked = topics.facts(name);
      if (asked.isEmpty()) {
        throw missing(name);
      }
      facts = asked.get();
      last = facts;
    }
    return facts;
  }

  private UnwritableException missing(String name) {
    return new UnwritableException(
        "topic '"
            + name
            + (configuration.createTopic().isPresent()
                ? "' is not there, and no topic can have that name (letters, digits, '.', '_' and"
                    + " '-', at most 249)"
                : "' is not there (create it, or set 'create-topic')"));
  }

  private String named(SinkRecord record) throws UnwritableException {
    String field = configuration.topicField().orElse("");
    Value name = field(record, field);
    if (name.kind() != Value.Kind.TEXT || name.toString().isEmpty()) {
      throw new UnwritableException(
          "field '" + field + "' is " + name.kind() + ", expected the name of a topic");
    }
    return name.toString();
  }

  private static Value field(SinkRecord record, String field) {
    return record.value() instanceof Value.OfMap map ? map.field(field) : Value.ofNull();
  }

  private @Nullable Integer partition(SinkRecord record, TopicFacts topic)
      throws UnwritableException {
    return switch (configuration.partitionBy()) {
      case KEY -> null;
      case FIELD -> hashed(record, topic);
      case SOURCE -> ofSplit(record, topic);
    };
  }

  private int hashed(SinkRecord record, TopicFacts topic) throws UnwritableException {
    String field = configuration.partitionField().orElse("");
    Value value = field(record, field);
    if (value.isNull()) {
      throw new UnwritableException(
          "field '" + field + "' is absent, expected what to partition by");
    }
    byte[] bytes =
        value instanceof Value.OfBytes raw
            ? raw.value()
            : value.toString().getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(bytes)) % topic.partitions();
  }

  private static int ofSplit(SinkRecord record, TopicFacts topic) throws UnwritableException {
    String split = record.position().split();
    int digits = split.lastIndexOf('-') + 1;
    int partition = -1;
    if (digits > 0 && digits < split.length() && split.length() - digits <= 9) {
      partition = number(split, digits);
    }
    if (partition < 0 || partition >= topic.partitions()) {
      throw new UnwritableException(
          "split '"
              + split
              + "' names no partition of topic '"
              + topic.name()
              + "', expected 0 to "
              + (topic.partitions() - 1)
              + " after a '-'");
    }
    return partition;
  }

  private static int number(String text, int from) {
    int number = 0;
    for (int i = from; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private @Nullable Long timestamp(SinkRecord record, TopicFacts topic) throws UnwritableException {
    long millis = record.timestampMillis();
    if (millis == SinkRecord.NO_TIMESTAMP || configuration.timestamp() == TimestampOrigin.WRITE) {
      return null;
    }
    if (millis < 0) {
      throw new UnwritableException(
          "timestamp is " + millis + ", expected 0 or more: Kafka has none before 1970");
    }
    requireNear(millis, topic.timestamps());
    return millis;
  }

  private void requireNear(long millis, TopicFacts.Timestamps bounds) throws UnwritableException {
    if (isNear(millis, bounds)) {
      return;
    }
    nowMillis = time.now().toEpochMilli();
    if (!isNear(millis, bounds)) {
      throw new UnwritableException(
          "timestamp "
              + millis
              + " is too far from now ("
              + nowMillis
              + "), expected within message.timestamp.before.max.ms and .after.max.ms of the topic"
              + " (or 'timestamp: write')");
    }
  }

  /** The last look at the clock is enough for a bound ahead, which only moves forward. */
  private boolean isNear(long millis, TopicFacts.Timestamps bounds) {
    long before = bounds.before().toMillis();
    if (before != Long.MAX_VALUE) {
      nowMillis = time.now().toEpochMilli();
    }
    return millis - nowMillis <= bounds.after().toMillis() && nowMillis - millis <= before;
  }
}
