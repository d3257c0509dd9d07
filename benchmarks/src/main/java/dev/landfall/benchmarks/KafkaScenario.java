package dev.landfall.benchmarks;

import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.config.ConfigurationException;
import dev.landfall.sdk.config.Configurations;
import dev.landfall.sdk.config.References;
import dev.landfall.sdk.config.Section;
import dev.landfall.sink.kafka.KafkaConfiguration;
import dev.landfall.sink.kafka.KafkaSinkProvider;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Mode {@code exactly-once} of the Kafka sink against a bare transactional producer. */
final class KafkaScenario implements Scenario {
  private static final String TOPIC = "benchmark";
  private static final int INTERVALS = 10;
  private static final Schedule SCHEDULE = Schedule.timed(INTERVALS, Duration.ofSeconds(1));
  private static final String FLUSH = "kafka.flush.seconds";

  /** A run writes tens of gigabytes; the broker is to keep one. */
  private static final Map<String, String> SMALL_RETENTION =
      Map.of(
          "retention.bytes", "268435456",
          "segment.bytes", "134217728",
          "file.delete.delay.ms", "1000");

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public String summary() {
    return "sink-kafka exactly-once against a bare transactional producer that commits each second";
  }

  @Override
  public List<Group> measure(Terms terms) throws Exception {
    try (KafkaStore broker =
        Stores.kafka().own().property("log.retention.check.interval.ms", "2000").start()) {
      createTopic(broker);
      Bench bench = new Bench(terms, broker, new Payloads(1));
      return List.of(
          group(
              bench,
              terms.pairedRounds(),
              "batch.size=16384, the producer's default",
              Map.of("batch.size", "16384")),
          group(
              bench,
              terms.pairedRounds(Duration.ofSeconds(20)),
              "batch.size=262144, the sink's default, with which the client's part shows",
              Map.of("batch.size", "262144")));
    }
  }

  /** What all contenders share. */
  private record Bench(Terms terms, KafkaStore broker, Payloads payloads) {}

  private static Group group(
      Bench bench, PairedRounds rounds, String settings, Map<String, String> properties)
      throws Exception {
    try (Contender ours = sink(bench, properties);
        Contender bare =
            new BareTransactionalProducer(
                bench.broker.bootstrapServers(),
                properties,
                TOPIC,
                bench.payloads,
                SCHEDULE,
                bench.terms.time())) {
      return group(settings, rounds.measure(List.of(ours, bare)));
    }
  }

  private static Group group(String settings, List<Series> series) {
    Series ours = series.get(0);
    Series bare = series.get(1);
    return new Group(
        "Kafka 4.4.0, one broker, one writer, one partition: " + settings,
        "Key of 16 and value of 200 bytes, acks=all, the same settings on both sides, "
            + INTERVALS
            + " intervals of 1 s a round; the interval is committed by another thread on our side,"
            + " by the writing one on the other",
        series,
        List.of(
            Goal.throughput(ours, bare, 0.95),
            Goal.cpu(ours, bare, 1.15),
            Goal.p99(ours, Timing.BEYOND, 20)));
  }

  private static void createTopic(KafkaStore broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      NewTopic topic = new NewTopic(TOPIC, Optional.of(1), Optional.empty());
      admin.createTopics(List.of(topic.configs(SMALL_RETENTION))).all().get();
    }
  }

  private static Contender sink(Bench bench, Map<String, String> properties) throws Exception {
    return SinkContender.open(
        SinkContender.Setting.of("sink-kafka", bench.payloads.feed(), SCHEDULE)
            .withFlushTimer(FLUSH),
        bench.terms.time(),
        context -> open(bench.broker, properties, context));
  }

  private static Sink open(KafkaStore broker, Map<String, String> properties, SinkContext context)
      throws ConfigurationException, SinkException {
    Map<String, Object> keys =
        Map.of(
            "bootstrap-servers",
            broker.bootstrapServers(),
            "topic",
            TOPIC,
            "key",
            "bytes",
            "value",
            "bytes",
            "properties",
            properties);
    return new KafkaSinkProvider()
        .open(
            Configurations.bind(
                KafkaConfiguration.class, Section.root(keys), References.ofProcess()),
            context);
  }
}
