package dev.landfall.benchmarks;

import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** The Kafka sink in Flink against Flink's own, in the same job. */
final class FlinkKafkaScenario implements Scenario {
  private static final int[] PARALLELISMS = {1, 2};
  private static final long RECORDS = 3_000_000;
  private static final String LARGE_BATCH = "262144";
  private static final String NONE = "benchmarks/target/no-client";
  private static final String OF_FLINK = "benchmarks/target/client-of-flink/*";

  /** As in the scenario without Flink. */
  private static final Map<String, String> SMALL_RETENTION =
      Map.of(
          "retention.bytes", "268435456",
          "segment.bytes", "134217728",
          "file.delete.delay.ms", "1000");

  @Override
  public String name() {
    return "flink-kafka";
  }

  @Override
  public String summary() {
    return "sink-kafka exactly-once in Flink against Flink's KafkaSink exactly-once";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    List<Group> groups = new ArrayList<>();
    try (KafkaStore broker =
        Stores.kafka().own().property("log.retention.check.interval.ms", "2000").start()) {
      for (int parallelism : PARALLELISMS) {
        PairedRounds rounds =
            groups.isEmpty() ? terms.pairedRounds() : terms.pairedRounds(Duration.ofSeconds(20));
        groups.add(group(terms, broker, parallelism, rounds));
      }
    }
    return groups;
  }

  private static Group group(Terms terms, KafkaStore broker, int parallelism, PairedRounds rounds)
      throws Exception {
    String topic = "benchmark-" + parallelism;
    createTopic(broker, topic, parallelism);
    Map<String, String> settings =
        Map.of("bootstrap-servers", broker.bootstrapServers(), "topic", topic);
    Map<String, String> large = new HashMap<>(settings);
    large.put("batch.size", LARGE_BATCH);
    try (Contender ours =
            contender("sink-kafka in Flink", "LANDFALL_KAFKA", NONE, settings, terms, parallelism);
        Contender theirs =
            contender("KafkaSink", "KAFKA_SINK", OF_FLINK, settings, terms, parallelism);
        Contender tuned =
            contender(
                "KafkaSink, batch.size=" + LARGE_BATCH,
                "KAFKA_SINK",
                OF_FLINK,
                large,
                terms,
                parallelism)) {
      List<Series> series = rounds.measure(List.of(ours, theirs, tuned));
      return new Group(
          "Kafka 4.4.0, one broker, parallelism " + parallelism,
          "Flink 2.3.0, the same source of numbers, a checkpoint each second, each sink with its"
              + " own defaults (batch.size is 262144 with sink-kafka, 16384 with KafkaSink, which is"
              + " therefore measured with ours as well), key of 16 and value of 200 bytes, "
              + RECORDS
              + " records a round, each round a job from submission to end; KafkaSink 5.0.0-2.2"
              + " with its own kafka-clients 4.2.0",
          series,
          List.of(
              Goal.throughput(series.get(0), series.get(1), 1.0),
              Goal.cpu(series.get(0), series.get(1), 0.8)));
    }
  }

  private static Contender contender(
      String name,
      String candidate,
      String clients,
      Map<String, String> settings,
      Terms terms,
      int parallelism)
      throws Exception {
    return FlinkContender.start(
        new FlinkContender.Setting(
            name,
            candidate,
            parallelism,
            RECORDS,
            clients,
            settings,
            Map.of(),
            terms.scratch().resolve(candidate + ".log"),
            1),
        terms.progress());
  }

  private static void createTopic(KafkaStore broker, String topic, int partitions)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      NewTopic created = new NewTopic(topic, Optional.of(partitions), Optional.empty());
      admin.createTopics(List.of(created.configs(SMALL_RETENTION))).all().get();
    }
  }
}
