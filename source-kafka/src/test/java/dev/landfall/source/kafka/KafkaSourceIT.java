package dev.landfall.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sdk.record.Operation;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceContext;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import dev.landfall.stores.Stores;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The source on a real broker. */
class KafkaSourceIT {
  private static final String BROKER = Stores.kafka().own().shared().bootstrapServers();
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final String topic = "in-" + NUMBERS.incrementAndGet();
  private final Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER));

  @AfterEach
  void closeAdmin() {
    admin.close(Duration.ZERO);
  }

  private void create(String name, int partitions) throws Exception {
    admin
        .createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
        .all()
        .get();
  }

  private static Source source(Object... keysAndValues) throws ConfigurationException {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("bootstrap-servers", BROKER);
    values.put("value", "text");
    values.put("until", "latest");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    KafkaSourceConfiguration configuration =
        Configurations.bind(
            KafkaSourceConfiguration.class, Section.root(values), References.ofProcess());
    return new KafkaSourceProvider()
        .open(
            configuration, new SourceContext("p", HostTime.system(), Thread::new, Metrics.none()));
  }

  private Source source() throws ConfigurationException {
    return source("topics", List.of(topic));
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("bootstrap.servers", BROKER);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void produce(int partition, String... values) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, partition, bytes("k"), bytes(value))).get();
      }
    }
  }

  /** Reads to the end; tells where it goes on. */
  private static Map<String, SplitPosition> read(
      Source source, Map<String, SplitPosition> from, Collected collected) throws Exception {
    try (SourceReader reader = source.reader()) {
      for (String split : source.splits()) {
        reader.assign(split, Optional.ofNullable(from.get(split)));
      }
      for (int i = 0; i < 300; i++) {
        if (reader.read(collected) == SourceReader.Status.END) {
          return reader.positions();
        }
      }
      throw new AssertionError("no end; read " + collected.values());
    }
  }

  @Test
  void HO_7_checkpointPosition_isWhereItGoesOn() throws Exception {
    create(topic, 1);
    produce(0, "a", "b");
    Collected first = new Collected();
    Collected second = new Collected();
    try (Source source = source()) {
      Map<String, SplitPosition> position = read(source, Map.of(), first);
      produce(0, "c");
      read(source, position, second);
    }

    assertThat(first.values()).containsExactly("a", "b");
    assertThat(first.records.get(1).position()).hasToString(topic + "-0 offset 1");
    assertThat(second.values()).containsExactly("c");
  }

  @Test
  void readCommitted_isTheDefault() throws Exception {
    create(topic, 1);
    try (KafkaProducer<byte[], byte[]> producer =
        producer(Map.of("transactional.id", "t-" + topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, bytes("k"), bytes("aborted"))).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, 0, bytes("k"), bytes("committed"))).get();
      producer.commitTransaction();
    }
    Collected committed = new Collected();
    Collected all = new Collected();
    try (Source source = source();
        Source dirty = source("topics", List.of(topic), "isolation", "read-uncommitted")) {
      read(source, Map.of(), committed);
      read(dirty, Map.of(), all);
    }

    assertThat(committed.values()).containsExactly("committed");
    assertThat(all.values()).containsExactly("aborted", "committed");
  }

  @Test
  void start_isForPartitionsWithoutACheckpoint() throws Exception {
    create(topic, 1);
    produce(0, "old");
    Collected latest = new Collected();
    Collected past = new Collected();
    Collected future = new Collected();
    try (Source source = source("topics", List.of(topic), "start", "latest")) {
      Map<String, SplitPosition> position = read(source, Map.of(), latest);
      assertThat(position.get(topic + "-0").fields()).containsEntry("offset", "1");
    }
    try (Source source = source("topics", List.of(topic), "start", "2020-01-01T00:00:00Z")) {
      read(source, Map.of(), past);
    }
    try (Source source = source("topics", List.of(topic), "start", "2100-01-01T00:00:00Z")) {
      read(source, Map.of(), future);
    }

    assertThat(latest.values()).isEmpty();
    assertThat(past.values()).containsExactly("old");
    assertThat(future.values()).isEmpty();
  }

  @Test
  void newPartition_isFoundAndReadFromItsBeginning() throws Exception {
    create(topic, 1);
    Collected collected = new Collected();
    try (Source source = source("topic-pattern", topic + "|" + topic + "x", "start", "latest")) {
      assertThat(source.splits()).containsExactly(topic + "-0");
      admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(2))).all().get();
      awaitSplits(source, 2);
      produce(1, "early");
      read(source, Map.of(), collected);
    }

    assertThat(collected.values()).containsExactly("early");
  }

  private static void awaitSplits(Source source, int count) throws Exception {
    for (int i = 0; i < 100 && source.splits().size() < count; i++) {
      HostTime.system().pause(Duration.ofMillis(50));
    }
    assertThat(source.splits()).hasSize(count);
  }

  @Test
  void positionThatRetentionRemoved_isAnErrorWithTheRemedy() throws Exception {
    create(topic, 1);
    produce(0, "a", "b", "c");
    try (Source source = source()) {
      Map<String, SplitPosition> start = positionAt(source, 1);
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(2)))
          .all()
          .get();

      assertThatThrownBy(() -> read(source, start, new Collected()))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("at offset 1: retention has removed what is before 2")
          .hasMessageContaining("start a new state directory");
    }
  }

  private Map<String, SplitPosition> positionAt(Source source, long offset) throws Exception {
    Map<String, String> fields =
        new HashMap<>(read(source, Map.of(), new Collected()).get(topic + "-0").fields());
    fields.put("offset", Long.toString(offset));
    return Map.of(topic + "-0", new SplitPosition(fields));
  }

  @Test
  void positionBehindTheEndOrOfAnotherTopic_isAnError() throws Exception {
    create(topic, 1);
    produce(0, "a");
    try (Source source = source("topics", List.of(topic), "request-timeout", "1s")) {
      Map<String, SplitPosition> beyond = positionAt(source, 9);
      assertThatThrownBy(() -> read(source, beyond, new Collected()))
          .hasMessageContaining("the partition ends at 1");

      Map<String, SplitPosition> old =
          Map.of(topic + "-0", new SplitPosition(Map.of("offset", "1", "topic-id", "gone")));
      assertThatThrownBy(() -> read(source, old, new Collected()))
          .hasMessageContaining("deleted and made again");
      Map<String, SplitPosition> foreign =
          Map.of(topic + "-0", new SplitPosition(Map.of("byte", "1")));
      assertThatThrownBy(() -> read(source, foreign, new Collected()))
          .hasMessageContaining("expected an offset");
    }
  }

  @Test
  void keyHeadersTimestampNullsAndJson_areMapped() throws Exception {
    create(topic, 1);
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      ProducerRecord<byte[], byte[]> json =
          new ProducerRecord<>(
              topic, 0, 17L, bytes("k"), bytes("{\"a\":[1,1.50,null,\"x\"],\"b\":true}"));
      json.headers().add("h", new byte[] {1});
      producer.send(json).get();
      producer.send(new ProducerRecord<>(topic, 0, bytes("k"), null)).get();
      producer.send(new ProducerRecord<>(topic, 0, null, bytes("{broken"))).get();
      producer.send(new ProducerRecord<>(topic, 0, null, bytes("{\"a\":1,\"a\":2}"))).get();
      producer.send(new ProducerRecord<>(topic, 0, null, null)).get();
    }
    Collected collected = new Collected();
    try (Source source = source("topics", List.of(topic), "value", "json", "group", "lag")) {
      read(source, Map.of(), collected);
    }

    assertThat(collected.values())
        .containsExactly("{a=[1, 1.50, null, x], b=true}", "null", "null");
    assertThat(collected.records.get(0).timestampMillis()).isEqualTo(17);
    assertThat(collected.records.get(0).headers()).hasSize(1);
    assertThat(collected.records.get(0).key()).isEqualTo(Value.of("k"));
    assertThat(collected.records.get(1).operation()).isEqualTo(Operation.DELETE);
    assertThat(collected.records.get(2).operation()).isEqualTo(Operation.PUT);
    assertThat(collected.rejected)
        .hasSize(2)
        .anyMatch(one -> one.contains("offset 2: value is no JSON"))
        .anyMatch(one -> one.contains("'a' is there twice"));
  }

  @Test
  void SI_6_missingTopicOrBroker_isFound() throws Exception {
    try (Source source = source("topics", List.of("nowhere"))) {
      assertThat(source.preflight())
          .singleElement()
          .matches(finding -> finding.severity() == Finding.Severity.ERROR);
    }
    assertThatThrownBy(() -> source("topics", List.of("t"), "start", "yesterday"))
        .hasMessageContaining("expected earliest, latest or a time");
    assertThatThrownBy(() -> source("topics", List.of()))
        .hasMessageContaining("'topics' or 'topic-pattern'");
    assertThatThrownBy(
            () ->
                source("topics", List.of("t"), "properties", Map.of("auto.offset.reset", "latest")))
        .hasMessageContaining("never a jump");
  }
}
