package dev.landfall.sink.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Looks at a broker without the code under test. One thread at a time. */
final class Observer implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String bootstrapServers;
  final Admin admin;

  Observer(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  void create(String topic, int partitions, Map<String, String> config) {
    get(
        () ->
            admin
                .createTopics(
                    List.of(
                        new NewTopic(topic, Optional.of(partitions), Optional.empty())
                            .configs(config)))
                .all()
                .get(30, TimeUnit.SECONDS));
  }

  /** Values that a read-committed reader sees now, per partition in order. */
  List<String> visible(String topic) {
    List<String> values = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : visibleRecords(topic)) {
      values.add(
          record.value() == null ? "null" : new String(record.value(), StandardCharsets.UTF_8));
    }
    return values;
  }

  /** Reads to the last stable offset, captured at the start. */
  List<ConsumerRecord<byte[], byte[]>> visibleRecords(String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("not read to " + ends + " of " + topic);
        }
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", bootstrapServers);
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** What the coordinator says. */
  TransactionDescription transaction(String id) {
    return get(
        () -> admin.describeTransactions(List.of(id)).description(id).get(30, TimeUnit.SECONDS));
  }

  List<TransactionListing> transactions(String prefix) {
    return get(() -> admin.listTransactions().all().get(30, TimeUnit.SECONDS)).stream()
        .filter(one -> one.transactionalId().startsWith(prefix))
        .toList();
  }

  /** Ids with a transaction that is not ended. */
  List<String> open(String prefix) {
    return transactions(prefix).stream()
        .filter(
            one ->
                !Set.of(
                        TransactionState.COMPLETE_COMMIT,
                        TransactionState.COMPLETE_ABORT,
                        TransactionState.EMPTY)
                    .contains(one.state()))
        .map(TransactionListing::transactionalId)
        .toList();
  }

  void awaitState(String id, TransactionState state) {
    await("state " + state + " of " + id, () -> transaction(id).state() == state);
  }

  static void await(String what, Callable<Boolean> condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!get(condition)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  static <T> T get(Callable<T> call) {
    try {
      return call.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e.toString(), e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
