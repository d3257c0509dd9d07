package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the sink is told; nobody is connected to. */
final class RedisDriverTest {
  @Test
  void aPassword_isAReference_andStandsBesideTheSection() {
    Map<String, Object> sink =
        Map.of("type", "redis", "url", "redis://127.0.0.1:1", "password", "open sesame");

    try (RedisDriver driver = RedisDriver.open(sink)) {
      RedisSpace space = new RedisSpace(driver, "q1:");

      assertThat(space.sink(address -> address))
          .containsEntry("password", "${env:LANDFALL_CONFORMANCE_PASSWORD}");
      assertThat(space.secrets()).containsEntry("LANDFALL_CONFORMANCE_PASSWORD", "open sesame");
    }
  }
}
