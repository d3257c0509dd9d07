package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.stores.KafkaStore;
import dev.landfall.stores.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real command and a broker: silence, and a transaction that waited for too long. */
class KafkaRunIT {
  private static final long COUNT = 500;
  private static final TopicPartition OUT = new TopicPartition("out", 0);

  @TempDir private Path home;

  @Test
  void threeRecordsAndThenSilence_areCommittedByTheNextCheckpoint() throws Exception {
    try (KafkaStore broker = broker()) {
      Path input = Files.writeString(home.resolve("in.jsonl"), "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
      Path file =
          write(
              broker, "{ type: file, path: \"%s\", format: jsonl, follow: true }".formatted(input));
      try (Host host = Host.start(home, Main.class, List.of("run", file.toString()))) {
        List<String> seen = awaitRecords(broker, host, 3);

        assertThat(seen).containsExactly("{\"a\":1}", "{\"a\":2}", "{\"a\":3}");
        assertThat(host.isAlive()).as("it follows its input, which is silent").isTrue();
        host.signal("TERM");
        host.awaitEnd();
      }
      assertThat(awaitRecords(broker, null, 3)).hasSize(3);
    }
  }

  @Test
  void T_5_timeOutBetweenPrepareAndCommit_endsWithFiveEachTime_untilAPersonGivesTheRecordsUp()
      throws Exception {
    try (KafkaStore broker = broker()) {
      Path file = write(broker, "{ type: generator, count: %d }".formatted(COUNT));
      try (Host host = Host.start(home, FaultyHost.class, List.of("NO_COMMIT", file.toString()))) {
        assertThat(host.awaitEnd()).as(host.printed()).isEqualTo(DyingSink.KILLED);
      }
      awaitAborted(broker);

      for (int start = 1; start <= 2; start++) {
        assertThat(ended(5, "run", file.toString()))
            .contains("of checkpoint 1")
            .containsPattern("\\d+ records are lost");
      }
      String listed = ended(0, "pending", "list", file.toString());
      assertThat(listed).contains("LOST, a start ends with exit code 5");
      String name =
          listed.lines().filter(line -> line.startsWith("out/")).findFirst().orElseThrow();
      assertThat(ended(0, "pending", "abort", file.toString(), name, "--lose-data", "--yes"))
          .contains("given up: ");
      ended(0, "run", file.toString());
      int left = awaitRecords(broker, null, 0).size();
      assertThat((long) left).isBetween(0L, COUNT - 1);
    }
  }

  private static KafkaStore broker() {
    return Stores.kafka()
        .own()
        .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
        .start();
  }

  private Path write(KafkaStore broker, String source) throws Exception {
    return Files.writeString(
        home.resolve("out.yaml"),
        """
        pipeline: out
        guarantee: exactly-once
        checkpoint: { directory: "%s", interval: 300ms, tolerated-downtime: 1s }
        source: %s
        sink: { type: kafka, bootstrap-servers: "%s", topic: out, value: json, transaction-timeout: 4s,
                create-topic: { partitions: 1 } }
        """
            .formatted(home.resolve("state"), source, broker.bootstrapServers()));
  }

  private String ended(int exit, String... arguments) throws Exception {
    try (Host host = Host.start(home, Main.class, List.of(arguments))) {
      assertThat(host.awaitEnd()).as(host.printed()).isEqualTo(exit);
      return host.printed();
    }
  }

  private static void awaitAborted(KafkaStore broker) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      while (admin.listTransactions().all().get().stream()
          .anyMatch(
              one ->
                  one.state() == TransactionState.ONGOING
                      || one.state() == TransactionState.PREPARE_ABORT)) {
        assertThat(System.nanoTime()).as("the broker's time-out").isLessThan(deadline);
      }
    }
  }

  /** Values as a read-committed reader sees them, at least so many; within a bound. */
  private static List<String> awaitRecords(
      KafkaStore broker, @org.jspecify.annotations.Nullable Host host, int atLeast)
      throws Exception {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", broker.bootstrapServers());
    properties.put("isolation.level", "read_committed");
    properties.put("enable.auto.commit", "false");
    List<String> seen = new ArrayList<>();
    long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(OUT));
      consumer.seekToBeginning(List.of(OUT));
      while (seen.size() < atLeast
          || consumer.position(OUT) < consumer.endOffsets(List.of(OUT)).get(OUT)) {
        consumer.poll(Duration.ofMillis(200)).forEach(one -> seen.add(one.value()));
        assertThat(System.nanoTime())
            .as(() -> seen + (host == null ? "" : " " + printed(host)))
            .isLessThan(deadline);
      }
    }
    return seen;
  }

  private static String printed(Host host) {
    try {
      return host.printed();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
