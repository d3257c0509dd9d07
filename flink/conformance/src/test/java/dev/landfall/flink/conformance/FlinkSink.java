package dev.landfall.flink.conformance;

import dev.landfall.flink.LandfallSink;
import dev.landfall.sdk.Guarantee.Weakness;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.jdbc.JdbcExactlyOnceOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;

/** The Flink sinks that are hosted, each set up as its documentation says. Stateless. */
public enum FlinkSink {
  /** Any Landfall sink, in the adapter. */
  LANDFALL {
    @Override
    Sink<SinkRecord> sink(Map<String, String> connector, SinkId id) {
      Map<String, Object> options = new HashMap<>();
      connector.forEach((key, text) -> options.put(key, numberOr(text)));
      options.remove("type");
      options.computeIfPresent("password", (key, secret) -> inFile(connector.get(key)));
      return LandfallSink.of(connector.get("type"), options)
          .identity(id.pipeline(), id.sink())
          .converter((SinkRecord record, long timestamp) -> record);
    }

    @Override
    boolean takesOverAtCheckpoint() {
      return true;
    }
  },

  /** Flink's JDBC sink, exactly once. */
  JDBC_SINK {
    @Override
    Sink<SinkRecord> sink(Map<String, String> connector, SinkId id) {
      String url = connector.get("url");
      String user = connector.get("user");
      String password = connector.get("password");
      return JdbcSink.<SinkRecord>builder()
          .withQueryStatement(
              "INSERT INTO " + connector.get("table") + " (k, v) VALUES (?, ?)", FlinkSink::row)
          .withExecutionOptions(JdbcExecutionOptions.builder().withMaxRetries(0).build())
          .buildExactlyOnce(
              JdbcExactlyOnceOptions.builder().withTransactionPerConnection(true).build(),
              () -> XaSources.of(url, user, password));
    }
  },

  /** Flink's Kafka sink, exactly once, with ids that count up; its default. */
  KAFKA_SINK_INCREMENTING {
    @Override
    Sink<SinkRecord> sink(Map<String, String> connector, SinkId id) {
      return kafka(connector, id, TransactionNamingStrategy.INCREMENTING);
    }
  },

  /** Flink's Kafka sink, exactly once, with ids from a pool. */
  KAFKA_SINK_POOLING {
    @Override
    Sink<SinkRecord> sink(Map<String, String> connector, SinkId id) {
      return kafka(connector, id, TransactionNamingStrategy.POOLING);
    }
  };

  /** Longer than a run, and short enough to be waited for (K11). */
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(1);

  /** The broker looks for what has timed out every ten seconds. */
  private static final Duration SLACK = Duration.ofSeconds(12);

  abstract Sink<SinkRecord> sink(Map<String, String> connector, SinkId id);

  /**
   * Whether what a crash left is ended once the first checkpoint after the restart is complete, not
   * when the writer starts.
   */
  boolean takesOverAtCheckpoint() {
    return false;
  }

  static FlinkSink of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** As in configurations and reports. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it is Flink's sink for Kafka. */
  boolean isOfKafka() {
    return this == KAFKA_SINK_INCREMENTING || this == KAFKA_SINK_POOLING;
  }

  /** How long the store waits for a commit; empty where the store's driver knows. */
  Optional<Duration> transactionTimeout() {
    return isOfKafka() ? Optional.of(TRANSACTION_TIMEOUT.plus(SLACK)) : Optional.empty();
  }

  /** What every transactional sink of these stores has to declare. */
  Map<Weakness, String> declared() {
    Map<Weakness, String> declared = new EnumMap<>(Weakness.class);
    declared.put(
        Weakness.PARTLY_VISIBLE_ACROSS_WRITERS,
        "each subtask's transaction is committed by itself");
    declared.put(
        Weakness.PARTLY_VISIBLE_ACROSS_PARTITIONS, "Kafka marks a commit partition by partition");
    declared.put(
        Weakness.BLOCKED_UNTIL_RECOVERED,
        "what is prepared keeps its locks, and holds readers back, until a restart ends it");
    declared.put(
        Weakness.REPEATED_AFTER_OLDER_RESTORE, "restoring an older checkpoint repeats records");
    return declared;
  }

  private static Sink<SinkRecord> kafka(
      Map<String, String> connector, SinkId id, TransactionNamingStrategy naming) {
    String topic = connector.get("topic");
    return KafkaSink.<SinkRecord>builder()
        .setBootstrapServers(connector.get("bootstrap-servers"))
        .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .setTransactionNamingStrategy(naming)
        // The observer of the suite knows a run's transactions by how their names begin.
        .setTransactionalIdPrefix("landfall." + id.pipeline() + "." + id.sink())
        .setProperty("transaction.timeout.ms", Long.toString(TRANSACTION_TIMEOUT.toMillis()))
        .setRecordSerializer(schema(topic))
        .build();
  }

  private static KafkaRecordSerializationSchema<SinkRecord> schema(String topic) {
    SerializationSchema<SinkRecord> key = record -> bytes(record.key().toString());
    SerializationSchema<SinkRecord> value = record -> bytes(record.value().toString());
    return KafkaRecordSerializationSchema.<SinkRecord>builder()
        .setTopic(topic)
        .setKeySerializationSchema(key)
        .setValueSerializationSchema(value)
        .build();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void row(PreparedStatement statement, SinkRecord record) throws SQLException {
    statement.setString(1, record.key().toString());
    statement.setString(2, Texts.field(record, "v"));
  }

  /** The section reaches this process as texts, and a connector takes no text for a number. */
  private static Object numberOr(String text) {
    return text.matches("\\d{1,9}") ? Integer.valueOf(text) : text;
  }

  private static String inFile(String secret) {
    try {
      Path file = Files.createTempFile("landfall-hosted", ".secret");
      file.toFile().deleteOnExit();
      Files.writeString(file, secret);
      return "${file:" + file + "}";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
