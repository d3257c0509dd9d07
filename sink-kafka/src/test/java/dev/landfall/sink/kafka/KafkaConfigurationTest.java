package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.config.Secret;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaConfigurationTest {
  private static KafkaConfiguration with(Object... keysAndValues) {
    return Settings.of("localhost:1", keysAndValues);
  }

  @ParameterizedTest
  @CsvSource({
    "acks, 1, acknowledges what one broker alone holds",
    "enable.idempotence, false, makes duplicates",
    "max.in.flight.requests.per.connection, 6, change the order",
    "retries, 0, loses a batch",
    "retries, many, expected a number",
    "transactional.id, mine, the sink names its own",
    "transaction.timeout.ms, 1, transaction-timeout",
    "key.serializer, x, use the key 'key'",
    "interceptor.classes, x, may drop or change records",
    "bootstrap.servers, x, bootstrap-servers",
    "ssl.truststore.password, x, move it to 'secrets'",
    "sasl.jaas.config, x, move it to 'secrets'",
    "compresion.type, lz4, did you mean 'compression.type'?",
  })
  void properties_thatBreakTheGuarantee_areRefusedWithTheReason(
      String name, String value, String reason) {
    assertThatThrownBy(() -> with("topic", "t", "properties", Map.of(name, value)))
        .hasMessageContaining(name)
        .hasMessageContaining(reason);
  }

  @Test
  void properties_thatDoNot_areTaken() {
    KafkaConfiguration configuration =
        with("topic", "t", "properties", Map.of("acks", "all", "compression.type", "lz4"));

    assertThat(ProducerProperties.producer(configuration, "c"))
        .containsEntry("compression.type", "lz4")
        .containsEntry("acks", "all");
    assertThat(ProducerProperties.admin(configuration, "c")).doesNotContainKey("acks");
  }

  @Test
  void SI_9_secrets_areInNoText() {
    ProducerProperties.requireAllowed(Map.of(), Set.of("ssl.truststore.password"));

    assertThat(Map.of("ssl.truststore.password", Secret.of("hunter2")).toString())
        .doesNotContain("hunter2");
  }

  @Test
  void keys_areCheckedAgainstEachOther() {
    assertThatThrownBy(() -> with()).hasMessageContaining("'topic' or 'topic-field'");
    assertThatThrownBy(() -> with("topic", "t", "topic-field", "f"))
        .hasMessageContaining("not both");
    assertThatThrownBy(() -> with("topic", "t", "partition-by", "field"))
        .hasMessageContaining("'partition-field'");
    assertThatThrownBy(() -> with("topic", "t", "mode", "upsert", "partition-by", "source"))
        .hasMessageContaining("'mode: upsert'");
    assertThatThrownBy(() -> with("topic", "t", "slots", 2)).hasMessageContaining("'slots' is 2");
    assertThatThrownBy(() -> with("topic", "t", "transaction-timeout", "10ms"))
        .hasMessageContaining("'transaction-timeout'");
    assertThatThrownBy(() -> with("topc", "t")).hasMessageContaining("did you mean 'topic'?");
  }

  @Test
  void defaults_areThoseOfTheDocumentation() {
    KafkaConfiguration configuration = with("topic", "t");

    assertThat(configuration.mode()).isEqualTo(KafkaMode.EXACTLY_ONCE);
    assertThat(configuration.key()).isEqualTo(KafkaFormat.TEXT);
    assertThat(configuration.slots()).isEqualTo(5);
    assertThat(configuration.transactionTimeout()).isEmpty();
  }
}
