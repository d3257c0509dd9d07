package dev.landfall.examples.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the results as any other program would. One thread at a time. */
final class TotalsTopic {
  private static final Pattern FIELD = Pattern.compile("\"(count|sum)\":(\\d+)");

  private final String bootstrapServers;

  TotalsTopic(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * All totals that a reader sees now.
   *
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  List<WindowTotal> read(String isolation) {
    Map<String, Object> properties =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(FlinkWindow.TOTALS).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return read(consumer, consumer.endOffsets(partitions));
    }
  }

  private static List<WindowTotal> read(
      KafkaConsumer<String, String> consumer, Map<TopicPartition, Long> ends) {
    List<WindowTotal> totals = new ArrayList<>();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
        totals.add(total(record.key(), record.value()));
      }
    }
    return totals;
  }

  private static WindowTotal total(String key, String json) {
    long count = 0;
    long sum = 0;
    Matcher fields = FIELD.matcher(json);
    while (fields.find()) {
      long value = Long.parseLong(fields.group(2));
      if (fields.group(1).equals("count")) {
        count = value;
      } else {
        sum = value;
      }
    }
    int at = key.lastIndexOf('@');
    return new WindowTotal(key.substring(0, at), Long.parseLong(key.substring(at + 1)), count, sum);
  }
}
