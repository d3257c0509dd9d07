package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka to Kafka by the real command, which is killed again and again with another number of
 * writers, as is the broker. A read-committed reader must find the input, in order for each key.
 * {@code -Dlandfall.seed=N} repeats the moments.
 */
class KafkaKillSeriesIT {
  private static final int[] PARALLELISM = {1, 3, 2};
  private static final int PARTITIONS = 4;
  private static final int LONGEST_LIFE_MILLIS = 1_500;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "kafka-kill-series",
          "Kafka to Kafka: SIGKILL of the command and of the broker",
          "A producer writes a thousand records a second, `landfall run` copies them with 1, 3 and 2"
              + " writers in turn, checkpoints every 200 ms; a read-committed reader must find the"
              + " input, in order for each key, and no transaction may be open. Again: `mvn verify"
              + " -Pfull -pl cli -am -Dit.test=KafkaKillSeriesIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false"
              + " -Dlandfall.seed=SEED`.",
          "case",
          "kills of the command",
          "kills of the broker",
          "records, each once and in order per key",
          "open transactions afterwards",
          "seconds",
          "seed");

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path home;

  @Test
  void everyRecordOnce_inOrderPerKey() throws Exception {
    survives(5, 1);
  }

  @Tag("full")
  @Test
  void everyRecordOnce_longSeries() throws Exception {
    survives(30, 5);
  }

  private void survives(int kills, int brokerKills) throws Exception {
    long start = System.nanoTime();
    System.out.printf("Kafka, %d and %d kills: -Dlandfall.seed=%d%n", kills, brokerKills, seed);
    try (KafkaStore broker = Stores.kafka().own().start()) {
      create(broker);
      KafkaInput input = new KafkaInput(broker.bootstrapServers(), "in", PARTITIONS);
      Thread producing = new Thread(input, "input");
      producing.start();
      try {
        for (int turn = 0; turn < kills; turn++) {
          boolean withBroker = turn % (kills / brokerKills) == kills / brokerKills / 2;
          turn(broker, turn, withBroker);
        }
      } finally {
        input.stop();
        producing.join();
      }
      try (Host last = start(broker, 2, "latest")) {
        assertThat(last.awaitEnd()).as(last.printed()).isZero();
      }
      Map<String, List<String>> written = byKey(broker, "out");
      assertThat(written).as("-Dlandfall.seed=%d", seed).isEqualTo(input.acknowledged());
      assertThat(open(broker)).as("-Dlandfall.seed=%d", seed).isEmpty();
      if (brokerKills > 1) {
        long records = written.values().stream().mapToLong(List::size).sum();
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row("kafka to kafka", kills, brokerKills, records, 0, seconds, seed);
      }
    }
  }

  private void turn(KafkaStore broker, int turn, boolean withBroker) throws Exception {
    long before = Host.generation(home);
    try (Host host = start(broker, PARALLELISM[turn % PARALLELISM.length], "stopped")) {
      long generation = host.awaitGenerationAfter(before);
      if (turn % 3 != 2) {
        host.awaitCheckpoint(generation);
      }
      host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
      if (withBroker) {
        broker.kill();
        host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
        broker.restart();
        host.pause(random.nextInt(2 * LONGEST_LIFE_MILLIS));
      }
      host.kill();
    }
  }

  private Host start(KafkaStore broker, int parallelism, String until) throws IOException {
    Path file = home.resolve("pipeline-" + parallelism + "-" + until + ".yaml");
    Files.writeString(
        file,
        """
        pipeline: kafka-kill
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 200ms }
        source: { type: kafka, bootstrap-servers: "%s", topics: [in], value: text, until: %s }
        sink: { type: kafka, bootstrap-servers: "%s", topic: out, value: text }
        """
            .formatted(
                parallelism,
                home.resolve("state"),
                broker.bootstrapServers(),
                until,
                broker.bootstrapServers()));
    return Host.start(home, dev.landfall.cli.Main.class, List.of("run", file.toString()));
  }

  private static void create(KafkaStore broker) throws Exception {
    try (Admin admin = admin(broker)) {
      List<NewTopic> topics =
          List.of(
              new NewTopic("in", Optional.of(PARTITIONS), Optional.empty()),
              new NewTopic("out", Optional.of(PARTITIONS), Optional.empty()));
      admin.createTopics(topics).all().get();
    }
  }

  private static Admin admin(KafkaStore broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  /** Transactions that would block a reader. */
  private static List<TransactionListing> open(KafkaStore broker) throws Exception {
    try (Admin admin = admin(broker)) {
      return admin.listTransactions().all().get().stream()
          .filter(one -> one.state() == TransactionState.ONGOING)
          .toList();
    }
  }

  /** Reads to the captured high watermark; within a key in the order of its partition. */
  private static Map<String, List<String>> byKey(KafkaStore broker, String topic) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", broker.bootstrapServers());
    Map<TopicPartition, Long> ends;
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      partitions.add(new TopicPartition(topic, partition));
    }
    try (KafkaConsumer<String, String> dirty =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      ends = dirty.endOffsets(partitions);
    }
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    Map<String, List<String>> found = new TreeMap<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        assertThat(System.nanoTime()).as("a reader is blocked").isLessThan(deadline);
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
          found.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(record.value());
        }
      }
    }
    return found;
  }
}
