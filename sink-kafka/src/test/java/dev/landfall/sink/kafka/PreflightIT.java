package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.stores.KafkaStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreflightIT {
  private static final KafkaStore BROKER = Brokers.shared(Protocol.TWO);

  private static PipelineTerms terms(Duration downtime) {
    return new PipelineTerms(
        Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(10), downtime, 1, true);
  }

  private static List<Finding> errors(KafkaConfiguration configuration, Duration downtime)
      throws Exception {
    try (var sink =
        new KafkaSinkProvider()
            .open(configuration, Contexts.of(new dev.landfall.sdk.SinkId("preflight", "out")))) {
      return sink.preflight(terms(downtime)).stream()
          .filter(finding -> finding.severity() == Finding.Severity.ERROR)
          .toList();
    }
  }

  @Test
  void SI_6_defaultsOnADefaultBroker_areFine() throws Exception {
    try (Lab lab = new Lab(BROKER)) {
      assertThat(errors(lab.configuration(), Duration.ofMinutes(10))).isEmpty();
    }
  }

  @Test
  void T_9_timeOuts_areCheckedBothWays() throws Exception {
    try (Lab lab = new Lab(BROKER, "transaction-timeout", "1h")) {
      assertThat(errors(lab.configuration(), Duration.ofMinutes(10)))
          .singleElement()
          .matches(finding -> finding.remedy().contains("transaction.max.timeout.ms=3600000"));
    }
    try (Lab lab = new Lab(BROKER)) {
      assertThat(errors(lab.configuration(), Duration.ofHours(2)))
          .singleElement()
          .matches(finding -> finding.what().contains("T-9"))
          .matches(finding -> finding.remedy().contains("transaction.max.timeout.ms=7210000"))
          .matches(finding -> finding.remedy().contains("'transaction-timeout: 7210s'"));
    }
  }

  @Test
  void SI_6_missingTopic_isFoundUnlessItIsToBeMade() throws Exception {
    String servers = BROKER.bootstrapServers();

    assertThat(errors(Settings.of(servers, "topic", "nowhere"), Duration.ofMinutes(1)))
        .singleElement()
        .matches(finding -> finding.what().equals("topic 'nowhere' is not there"));
    assertThat(
            errors(
                Settings.of(servers, "topic", "nowhere", "create-topic", java.util.Map.of()),
                Duration.ofMinutes(1)))
        .isEmpty();
  }

  @Test
  void SI_6_topicThatCannotBeMade_isFound() throws Exception {
    String servers = BROKER.bootstrapServers();

    assertThat(
            errors(
                Settings.of(servers, "topic", "a b/c", "create-topic", java.util.Map.of()),
                Duration.ofMinutes(1)))
        .singleElement()
        .matches(finding -> finding.what().contains("'a b/c' is not there and cannot be created"))
        .matches(finding -> finding.remedy().contains("correct 'topic'"));
    assertThat(
            errors(
                Settings.of(
                    servers,
                    "topic",
                    "nowhere",
                    "create-topic",
                    java.util.Map.of("replication-factor", 3)),
                Duration.ofMinutes(1)))
        .singleElement()
        .matches(
            finding ->
                finding.what().toLowerCase(java.util.Locale.ROOT).contains("replication factor"));
  }

  @Test
  void SI_6_noBroker_isTheOneFinding() throws Exception {
    KafkaConfiguration nobody = Settings.of("127.0.0.1:1", "topic", "t", "request-timeout", "2s");

    assertThat(errors(nobody, Duration.ofMinutes(1)))
        .singleElement()
        .matches(finding -> finding.what().startsWith("no broker answers at '127.0.0.1:1'"));
  }
}
