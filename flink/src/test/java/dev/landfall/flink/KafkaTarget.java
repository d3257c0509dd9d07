package dev.landfall.flink;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.stores.KafkaStore;
import java.util.List;
import java.util.Map;

/** A topic of three partitions, read with {@code read_committed}. */
record KafkaTarget(KafkaStore kafka) implements Target {
  @Override
  public void prepare(String name) {
    // The sink makes its topic.
  }

  @Override
  public LandfallSink.Builder sink(String name) {
    return LandfallSink.of(
        "kafka",
        Map.of(
            "bootstrap-servers", kafka.bootstrapServers(),
            "topic", name,
            "create-topic", Map.of("partitions", 3)));
  }

  @Override
  public Converter converter() {
    return number -> SinkRecord.put(Value.of(Long.toString(number)), Value.of(number));
  }

  @Override
  public List<Long> visible(String name) {
    return KafkaTopic.committed(kafka.bootstrapServers(), name).stream()
        .map(Long::parseLong)
        .toList();
  }
}
