package dev.landfall.conformance.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void theDatabaseOfTheAddress_isTheSinksAsWell() {
    try (RedisDriver driver =
        RedisDriver.open(Map.of("type", "redis", "url", "redis://127.0.0.1:1/3"))) {
      assertThat(driver.sinkAt(address -> address, "q1:"))
          .containsEntry("url", "redis://127.0.0.1:1/3");
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "rediss://127.0.0.1:1, 'url' begins with 'rediss:'",
        "unix:/tmp/redis.sock, 'url' begins with 'unix:'",
        "redis://:sesame@127.0.0.1:1, Cannot read 'url': expected redis://host:port/database",
        "redis://no-such-host.invalid:1, the host 'no-such-host.invalid' in 'url'",
      })
  void anAddressThatNoProxyCanStandInFrontOf_isRefusedByName(String url, String message) {
    assertThatThrownBy(() -> RedisDriver.open(Map.of("type", "redis", "url", url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("sesame");
  }

  @Test
  void tls_isRefusedByName_onAClusterToo() {
    Map<String, Object> tls =
        Map.of("nodes", List.of("127.0.0.1:1"), "tls", Map.of("verify-host", "false"));

    assertThatThrownBy(() -> RedisDriver.openCluster(tls))
        .hasMessageContaining("there is a section 'tls'")
        .hasMessageContaining("expected a connection in the clear");
  }

  @Test
  void aNodeWithoutAPort_isToldSo() {
    assertThatThrownBy(() -> RedisDriver.openCluster(Map.of("nodes", List.of("127.0.0.1"))))
        .hasMessage(
            "Cannot read 'nodes': '127.0.0.1' has no port, expected host:port, such as host:6379");
  }

  @Test
  void aServerThatDoesNotAnswer_isNamed_withTheKeysToCheck() {
    Map<String, Object> sink = Map.of("type", "redis", "url", "redis://127.0.0.1:1");

    assertThatThrownBy(() -> new RedisDriverProvider().open(sink, Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot reach Redis at /127.0.0.1:1: ")
        .hasMessageContaining("check 'url'");
  }
}
