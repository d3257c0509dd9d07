package dev.landfall.benchmarks.flink;

import com.mysql.cj.jdbc.MysqlXADataSource;
import dev.landfall.flink.LandfallSink;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import javax.sql.XADataSource;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.jdbc.JdbcExactlyOnceOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sinks of numbers, each a key of 16 and a value of 200 bytes, or a row of both. Thread-safe. */
enum Candidate {
  LANDFALL_KAFKA {
    @Override
    Sink<Long> sink(Map<String, String> settings) {
      Map<String, Object> options = new HashMap<>(settings);
      options.putAll(Map.of("key", "bytes", "value", "bytes"));
      return LandfallSink.of("kafka", options)
          .identity("benchmark", required(settings, "topic"))
          .acceptReplay()
          .converter(
              (number, timestamp) ->
                  SinkRecord.put(Value.of(Texts.key(number)), Value.of(Texts.value(number))));
    }
  },

  KAFKA_SINK {
    @Override
    Sink<Long> sink(Map<String, String> settings) {
      String topic = required(settings, "topic");
      KafkaSinkBuilder<Long> builder =
          KafkaSink.<Long>builder()
              .setBootstrapServers(settings.get("bootstrap-servers"))
              .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
              .setTransactionalIdPrefix("benchmark-" + topic + "-" + settings.get(BATCH))
              .setProperty("transaction.timeout.ms", Integer.toString(TIMEOUT_MILLIS));
      Optional.ofNullable(settings.get(BATCH)).ifPresent(size -> builder.setProperty(BATCH, size));
      return builder
          .setRecordSerializer(
              (number, context, timestamp) ->
                  new ProducerRecord<>(topic, Texts.key(number), Texts.value(number)))
          .build();
    }
  },

  LANDFALL_JDBC {
    @Override
    Sink<Long> sink(Map<String, String> settings) {
      return LandfallSink.of("jdbc", settings)
          .identity("benchmark", required(settings, "table"))
          .acceptReplay()
          .converter(
              (number, timestamp) -> {
                Value id = Value.of(number);
                return SinkRecord.put(
                    id, Value.of(Map.of("id", id, "payload", Value.of(Texts.text(number)))));
              });
    }
  },

  JDBC_SINK {
    @Override
    Sink<Long> sink(Map<String, String> settings) {
      Properties given = new Properties();
      given.putAll(settings);
      return JdbcSink.<Long>builder()
          .withQueryStatement(
              "INSERT INTO " + required(settings, "table") + " (id, payload) VALUES (?, ?)",
              (statement, number) -> {
                statement.setLong(1, number);
                statement.setString(2, Texts.text(number));
              })
          .withExecutionOptions(
              JdbcExecutionOptions.builder()
                  .withMaxRetries(0)
                  .withBatchSize(
                      Integer.parseInt(settings.getOrDefault("batch-rows", DEFAULT_BATCH)))
                  .build())
          .buildExactlyOnce(
              JdbcExactlyOnceOptions.builder().withTransactionPerConnection(true).build(),
              () -> source(given));
    }
  };

  private static final String BATCH = "batch.size";
  private static final int TIMEOUT_MILLIS = 600_000;

  /** As the sink has it. */
  private static final String DEFAULT_BATCH = "5000";

  abstract Sink<Long> sink(Map<String, String> settings);

  private static String required(Map<String, String> settings, String key) {
    return Objects.requireNonNull(settings.get(key), key);
  }

  private static XADataSource source(Properties settings) {
    MysqlXADataSource source = new MysqlXADataSource();
    source.setUrl(settings.getProperty("url"));
    source.setUser(settings.getProperty("user"));
    source.setPassword(
        Optional.ofNullable(System.getenv(settings.getProperty("password-variable"))).orElse(""));
    return source;
  }
}
