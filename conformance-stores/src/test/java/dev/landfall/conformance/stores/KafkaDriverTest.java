package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the sink is told; no broker is there. */
final class KafkaDriverTest {
  private static final String JAAS = "LANDFALL_CONFORMANCE_SECRET_SASL_JAAS_CONFIG";

  private static Map<String, Object> sink(String key, Object value) {
    return Map.of("type", "kafka", "bootstrap-servers", "127.0.0.1:1", key, value);
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
}
