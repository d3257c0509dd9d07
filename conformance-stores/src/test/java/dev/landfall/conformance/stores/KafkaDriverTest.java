package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the sink is told; no broker is there. */
final class KafkaDriverTest {
  private static final String JAAS = "LANDFALL_CONFORMANCE_SECRET_SASL_JAAS_CONFIG";

  private static Map<String, Object> sink(String key, Object value) {
    Map<String, Object> sink = new HashMap<>();
    sink.put("bootstrap-servers", "127.0.0.1:1");
    sink.put(key, value);
    return sink;
  }

  @Test
  void secrets_areReferences_andStandBesideTheSection() {
    try (KafkaDriver driver =
        KafkaDriver.of(sink("secrets", Map.of("sasl.jaas.config", "open sesame")))) {
      assertThat(driver.sinkAt(address -> address, "q1"))
          .containsEntry("secrets", Map.of("sasl.jaas.config", "${env:" + JAAS + "}"));
      assertThat(driver.secrets()).containsEntry(JAAS, "open sesame");
    }
  }

  @Test
  void theObserver_connectsAsTheSinkDoes() {
    Map<String, String> properties =
        Map.of(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " username=\"a\" password=\"b\";",
            "linger.ms", "5");

    try (KafkaDriver driver = KafkaDriver.of(sink("properties", properties))) {
      assertThat(driver.connection())
          .containsOnlyKeys(
              "bootstrap.servers", "security.protocol", "sasl.mechanism", "sasl.jaas.config");
    }
  }

  @Test
  void tls_isRefusedByName() {
    assertThatThrownBy(
            () -> KafkaDriver.of(sink("properties", Map.of("security.protocol", "SASL_SSL"))))
        .hasMessageContaining(
            "'security.protocol' is 'SASL_SSL', expected PLAINTEXT or SASL_PLAIN");
  }

  @Test
  void aBrokerWithoutAPort_isToldSo() {
    assertThatThrownBy(() -> KafkaDriver.of(sink("bootstrap-servers", "127.0.0.1")))
        .hasMessageContaining("'127.0.0.1' has no port, expected host:port, such as host:9092");
  }

  @Test
  void brokersThatDoNotAnswer_areNamed() {
    KafkaDriver driver = KafkaDriver.of(sink("topic", "t"));

    assertThatThrownBy(() -> driver.requireReachable(Duration.ofMillis(50)))
        .hasMessageContaining("Cannot reach the brokers at 127.0.0.1:1: no answer within 50 ms")
        .hasMessageContaining("'bootstrap-servers'");
  }
}
