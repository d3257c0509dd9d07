package dev.landfall.conformance.stores;

import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.View;
import dev.landfall.conformance.wire.StoreSpace;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topic of one run and a reader at read_committed that reads as far as the last stable offset.
 * One thread at a time.
 *
 * <p>Each key has a partition of its own. Where two writers share one, the open transaction of one
 * holds the readers of the other back, which is Kafka's way: what is committed and not visible
 * would then be no fault.
 */
final class KafkaSpace implements StoreSpace {
  /** Four splits with two keys each. */
  private static final int PARTITIONS = 8;

  private static final Pattern KEY = Pattern.compile("([ab])([sz])([0-3])");
  private static final int MOST_KEYS = 10_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(KafkaDriver.PATIENCE_SECONDS);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Pattern ID =
      Pattern.compile("landfall\\.([^.]+)\\.([^.]+)\\.(\\d+)\\.g(\\d+)\\.s(\\d+)(\\.e\\d+)?");
  private static final Set<TransactionState> DECIDED =
      Set.of(TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);

  private final KafkaDriver driver;
  private final String name;
  private final List<TopicPartition> partitions;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  private KafkaSpace(KafkaDriver driver, String name, List<TopicPartition> partitions) {
    this.driver = driver;
    this.name = name;
    this.partitions = partitions;
    Map<String, Object> properties = driver.connection();
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    properties.put("fetch.max.wait.ms", "10");
    properties.put("fetch.min.bytes", "1");
    this.consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  static KafkaSpace create(KafkaDriver driver, String name) throws Exception {
    driver
        .admin()
        .createTopics(List.of(new NewTopic(name, Optional.of(PARTITIONS), Optional.empty())))
        .all()
        .get(KafkaDriver.PATIENCE_SECONDS, TimeUnit.SECONDS);
    awaitLeaders(driver, name);
    List<TopicPartition> partitions = new ArrayList<>();
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new TopicPartition(name, i));
    }
    return new KafkaSpace(driver, name, partitions);
  }

  /** The controller says that a topic is made before the brokers have learnt of it. */
  private static void awaitLeaders(KafkaDriver driver, String name) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(KafkaDriver.PATIENCE_SECONDS);
    while (!isLed(driver, name)) {
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "Cannot use topic '"
                + name
                + "': it was made, and after "
                + KafkaDriver.PATIENCE_SECONDS
                + " s it has no leader");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static boolean isLed(KafkaDriver driver, String name) throws Exception {
    try {
      Map<String, TopicDescription> topics =
          driver
              .admin()
              .describeTopics(List.of(name))
              .allTopicNames()
              .get(KafkaDriver.PATIENCE_SECONDS, TimeUnit.SECONDS);
      return topics.values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.leader() != null);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public Map<String, Object> sink(UnaryOperator<InetSocketAddress> route) {
    return driver.sinkAt(route, name);
  }

  @Override
  public Map<String, String> secrets() {
    return driver.secrets();
  }

  /** The same record with a longer key, which the client puts into the partition that is meant. */
  @Override
  public SinkRecord shape(SinkRecord record) {
    Matcher key = KEY.matcher(String.valueOf(record.key()));
    if (driver.view() == View.KEYED || record.isDelete() || !key.matches()) {
      return record;
    }
    // No schedule has both four splits and a second pipeline.
    int split = (Integer.parseInt(key.group(3)) + (key.group(2).equals("z") ? 2 : 0)) % 4;
    int partition = 2 * split + (key.group(1).equals("a") ? 0 : 1);
    return SinkRecord.put(Value.of(in(partition, key.group())), record.value())
        .at(record.position());
  }

  private static String in(int partition, String key) {
    for (int i = 0; i < MOST_KEYS; i++) {
      String longer = key + "." + i;
      byte[] bytes = longer.getBytes(StandardCharsets.UTF_8);
      if (BuiltInPartitioner.partitionForKey(bytes, PARTITIONS) == partition) {
        return longer;
      }
    }
    throw new IllegalStateException("Cannot find a key for partition " + partition);
  }

  /** Ids are used again, so what a name stands for only the epoch tells: names stay as they are. */
  @Override
  public String interval(String wireName) {
    return wireName;
  }

  @Override
  public List<Item> read() throws Exception {
    awaitMarked();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("Cannot read " + name + " to " + ends);
      }
      consumer.poll(POLL).forEach(records::add);
    }
    return driver.view() == View.KEYED ? newest() : all();
  }

  private List<Item> all() {
    return records.stream()
        .map(one -> new Item("", text(one.value()), "partition " + one.partition()))
        .toList();
  }

  private List<Item> newest() {
    Map<String, Item> items = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> one : records) {
      String key = text(one.key());
      if (one.value() == null) {
        items.remove(key);
      } else {
        items.put(key, new Item(key, text(one.value())));
      }
    }
    return List.copyOf(items.values());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A commit that was answered is marked in each partition a moment later. */
  private void awaitMarked() throws Exception {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (transactions().stream().anyMatch(one -> DECIDED.contains(one.state()))) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("Cannot wait for the end of a transaction of " + name);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  private Collection<TransactionListing> transactions() throws Exception {
    return driver
        .admin()
        .listTransactions()
        .all()
        .get(KafkaDriver.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .stream()
        .filter(one -> one.transactionalId().startsWith("landfall." + name + "a"))
        .toList();
  }

  /** The broker does not tell an open transaction from a prepared one. */
  @Override
  public List<RawEntry> raw() throws Exception {
    List<RawEntry> entries = new ArrayList<>();
    for (TransactionListing one : transactions()) {
      if (one.state() == TransactionState.ONGOING) {
        entries.add(
            new RawEntry(
                RawEntry.Kind.PREPARED_TRANSACTION,
                one.transactionalId(),
                slot(one.transactionalId())));
      }
    }
    return entries;
  }

  /** An interval is not named by the broker: its slot stands in the place of the ordinal. */
  private static String slot(String id) {
    Matcher matcher = ID.matcher(id);
    return matcher.matches()
        ? String.format(
            "%s/%s/%s/g%s/o%s",
            matcher.group(1),
            matcher.group(2),
            matcher.group(3),
            matcher.group(4),
            matcher.group(5))
        : "";
  }

  /** Ids and their states: fences among them. */
  @Override
  public String state() throws Exception {
    Map<String, String> states = new LinkedHashMap<>();
    transactions().stream()
        .sorted(java.util.Comparator.comparing(TransactionListing::transactionalId))
        .forEach(one -> states.put(one.transactionalId(), one.state().toString()));
    return states.toString();
  }

  @Override
  public void close() {
    consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
    driver.drop(name);
  }
}
