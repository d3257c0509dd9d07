package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.KafkaStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/** What becomes of single records, on a real broker. */
class RecordsIT {
  private static final KafkaStore BROKER = Brokers.shared(Protocol.TWO);
  private static final int MIB = 1 << 20;

  private static void commit(Lab lab, TransactionalSink sink, TransactionWriter writer)
      throws Exception {
    Optional<Committable> prepared = writer.prepare();
    try (Committer committer = sink.committer()) {
      committer.commit(prepared.orElseThrow());
    }
    assertThat(lab.visible()).isNotEmpty(); // and every marker is written
  }

  private static SinkRecord bytes(int size) {
    return SinkRecord.put(Value.of("k"), Value.of(new byte[size]))
        .at(SourcePosition.of("in-0", size));
  }

  @Test
  void SI_8_recordAboveTheBrokersLimit_isRejectedAndItsNeighboursAreWritten() throws Exception {
    try (Lab lab = new Lab(BROKER, "value", "bytes")) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      writer.begin(lab.interval(1, 1));
      writer.write(bytes(1));
      writer.write(bytes(MIB - 1));
      writer.write(bytes(MIB + 1));
      writer.write(bytes(MIB - 200));
      commit(lab, sink, writer);

      assertThat(lab.rejections.reasons)
          .hasSize(2)
          .allMatch(reason -> reason.contains("max.message.bytes of topic"));
      assertThat(lab.observer.visibleRecords(lab.topic))
          .extracting(record -> record.value().length)
          .containsExactly(1, MIB - 200);
    }
  }

  @Test
  void SI_8_topicWithAHigherLimit_takesThem() throws Exception {
    try (Lab lab = new Lab(BROKER, "value", "bytes")) {
      alter(lab, "max.message.bytes", "2097152");
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      writer.begin(lab.interval(1, 1));
      writer.write(bytes(MIB - 1));
      writer.write(bytes(MIB + 1));
      commit(lab, sink, writer);

      assertThat(lab.rejections.reasons).isEmpty();
      assertThat(lab.observer.visibleRecords(lab.topic))
          .extracting(record -> record.value().length)
          .containsExactly(MIB - 1, MIB + 1);
    }
  }

  private static void alter(Lab lab, String key, String value) {
    Observer.get(
        () ->
            lab.observer
                .admin
                .incrementalAlterConfigs(
                    Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, lab.topic),
                        List.of(
                            new AlterConfigOp(
                                new ConfigEntry(key, value), AlterConfigOp.OpType.SET))))
                .all()
                .get());
  }

  /** The estimate is on the safe side: what the topic refuses is never sent. */
  @Test
  void SI_8_everySizeAroundTheLimit_isWrittenOrRejected() throws Exception {
    try (Lab lab = new Lab(BROKER, "value", "bytes")) {
      alter(lab, "max.message.bytes", "2000");
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      writer.begin(lab.interval(1, 1));
      for (int size = 1850; size <= 2010; size++) {
        writer.write(
            bytes(size)
                .withHeaders(List.of(new Header("h", "v".getBytes(StandardCharsets.UTF_8)))));
      }
      commit(lab, sink, writer);

      int written = lab.observer.visibleRecords(lab.topic).size();
      assertThat(written).isPositive();
      assertThat(written + lab.rejections.reasons.size()).isEqualTo(161);
    }
  }

  @Test
  void nullsAndEmptyValues_arriveAsTheyAre() throws Exception {
    try (Lab lab = new Lab(BROKER)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      writer.begin(lab.interval(1, 1));
      writer.write(SinkRecord.put(Value.ofNull(), Value.of("no key")));
      writer.write(SinkRecord.put(Value.of("k"), Value.ofNull()));
      writer.write(SinkRecord.put(Value.of("k"), Value.of("")));
      writer.write(SinkRecord.delete(Value.of("gone")));
      commit(lab, sink, writer);

      List<ConsumerRecord<byte[], byte[]>> records = lab.observer.visibleRecords(lab.topic);
      assertThat(records).hasSize(4);
      assertThat(records.get(0).key()).isNull();
      assertThat(records.get(1).value()).isNull();
      assertThat(records.get(2).value()).isEmpty();
      assertThat(records.get(3).key()).isEqualTo("gone".getBytes(StandardCharsets.UTF_8));
      assertThat(records.get(3).value()).isNull();
    }
  }

  @Test
  void keyHeadersTimestampAndPartition_areMapped() throws Exception {
    try (Lab lab =
        new Lab(
            BROKER.bootstrapServers(), "mapped", 4, "value", "json", "partition-by", "source")) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      long time = HostTime.system().now().toEpochMilli() - 60_000;
      writer.begin(lab.interval(1, 1));
      writer.write(
          SinkRecord.put(
                  Value.of(42),
                  Value.of(Map.of("a", Value.of(List.of(Value.of(1), Value.ofNull())))))
              .withTimestamp(time)
              .withHeaders(List.of(new Header("h", new byte[] {1})))
              .at(SourcePosition.of("in-3", 9)));
      writer.write(Lab.put("x").at(SourcePosition.of("in-4", 1)));
      writer.write(Lab.put("x").withTimestamp(-1).at(SourcePosition.of("in-0", 1)));
      writer.write(
          Lab.put("x").withTimestamp(time + 86_400_000_000L).at(SourcePosition.of("in-0", 1)));
      commit(lab, sink, writer);

      List<ConsumerRecord<byte[], byte[]>> records = lab.observer.visibleRecords(lab.topic);
      assertThat(records).hasSize(1);
      ConsumerRecord<byte[], byte[]> record = records.get(0);
      assertThat(record.partition()).isEqualTo(3);
      assertThat(record.timestamp()).isEqualTo(time);
      assertThat(record.key()).isEqualTo("42".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(record.value(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":[1,null]}");
      assertThat(record.headers().lastHeader("h").value()).containsExactly(1);
      assertThat(lab.rejections.reasons)
          .hasSize(3)
          .anyMatch(reason -> reason.contains("split 'in-4' names no partition"))
          .anyMatch(reason -> reason.contains("before 1970"))
          .anyMatch(reason -> reason.contains("too far from now"));
    }
  }

  @Test
  void topicFromAField_isMadeOnRequestAndRejectedOtherwise() throws Exception {
    Map<String, Object> create = Map.of("partitions", 2, "config", Map.of("retention.ms", "60000"));
    try (Lab lab = new Lab(BROKER)) {
      KafkaConfiguration making =
          Settings.of(
              BROKER.bootstrapServers(),
              "topic-field",
              "to",
              "create-topic",
              create,
              "value",
              "json");
      KafkaConfiguration strict =
          Settings.of(BROKER.bootstrapServers(), "topic-field", "to", "value", "json");
      String made = lab.topic + "-made";
      write(lab, making, 1, made);
      write(lab, strict, 2, lab.topic + "-missing");
      write(lab, making, 3, "no/topic");

      lab.visible();
      assertThat(lab.observer.visible(made)).containsExactly("{\"to\":\"" + made + "\"}");
      assertThat(lab.rejections.reasons)
          .hasSize(2)
          .allMatch(reason -> reason.contains("is not there"));
    }
  }

  private static void write(Lab lab, KafkaConfiguration configuration, long generation, String to)
      throws Exception {
    try (TransactionalSink sink =
            (TransactionalSink) new KafkaSinkProvider().open(configuration, Contexts.of(lab.sink));
        TransactionWriter writer =
            sink.writer(lab.sink.writer(0), new Generation(generation), lab.rejections);
        Committer committer = sink.committer()) {
      writer.begin(lab.interval(generation, 1));
      writer.write(SinkRecord.put(Value.of("k"), Value.of(Map.of("to", Value.of(to)))));
      Optional<Committable> prepared = writer.prepare();
      if (prepared.isPresent()) {
        committer.commit(prepared.get());
      }
    }
  }

  @Test
  void I_3_upsert_keepsTheLastOperationOfEachKey() throws Exception {
    try (Lab lab = new Lab(BROKER)) {
      KafkaConfiguration upsert =
          Settings.of(BROKER.bootstrapServers(), "topic", lab.topic, "mode", "upsert");
      try (UpsertSink sink =
              (UpsertSink) new KafkaSinkProvider().open(upsert, Contexts.of(lab.sink));
          IdempotentWriter writer = sink.writer(lab.sink.writer(0), lab.rejections)) {
        writer.write(SinkRecord.put(Value.of("a"), Value.of("1")));
        writer.write(SinkRecord.delete(Value.of("a")));
        writer.write(SinkRecord.put(Value.of("a"), Value.of("2")));
        writer.write(SinkRecord.put(Value.of("b"), Value.of("1")));
        writer.write(SinkRecord.delete(Value.of("b")));
        writer.write(SinkRecord.put(Value.ofNull(), Value.of("no key")));
        writer.flush();
        writer.flush();

        assertThat(lab.observer.visible(lab.topic)).containsExactly("1", "null", "2", "1", "null");
        assertThat(lab.rejections.reasons).hasSize(1);
      }
    }
  }

  @Test
  void SI_1_anAsynchronousError_surfacesAtPrepare() throws Exception {
    try (Lab lab = new Lab(BROKER)) {
      TransactionalSink sink = lab.open();
      TransactionWriter writer = lab.writer(sink, 1);
      Lab.prepared(writer, lab.interval(1, 1), "a");
      // known to the sink with a higher limit, which is then taken away
      alter(lab, "max.message.bytes", "100");
      writer.begin(lab.interval(1, 2));
      writer.write(Lab.put("x".repeat(1000)));

      assertThatThrownBy(writer::prepare)
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("RecordTooLarge");
      assertThatThrownBy(
              () -> {
                writer.write(Lab.put("y"));
                writer.prepare();
              })
          .isInstanceOf(SinkException.class);
    }
  }
}
