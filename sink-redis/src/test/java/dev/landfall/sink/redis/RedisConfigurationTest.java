package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisConfigurationTest {
  private static final String URL = "redis://localhost:6379";

  @ParameterizedTest
  @ValueSource(strings = {"incr", "RPUSH", "append", "hincrby", "xadd", "setnx", "zadd"})
  void I_1_commandsThatAreNotIdempotent_areRefusedWithTheReason(String command) {
    assertThatThrownBy(() -> Settings.of("url", URL, "command", command))
        .hasMessageContaining("command is '" + command + "', expected set or hset: ")
        .hasMessageContaining("(I-1)");
  }

  @Test
  void everythingWrong_isToldAtOnce() {
    assertThatThrownBy(
            () ->
                Settings.of(
                    "url",
                    "http://x",
                    "nodes",
                    List.of("no-port"),
                    "key",
                    "user",
                    "pipeline-depth",
                    0,
                    "retry-timeout",
                    "1h",
                    "version",
                    "@offset"))
        .hasMessageContaining("'url' or 'nodes' is needed, and not both")
        .hasMessageContaining("url: 'http://x', expected redis://")
        .hasMessageContaining("nodes has 'no-port', expected host:port")
        .hasMessageContaining("key is 'user', expected a field")
        .hasMessageContaining("pipeline-depth must be")
        .hasMessageContaining("retry-timeout is PT1H")
        .hasMessageContaining("version is '@offset'");
  }

  @Test
  void SI_9_passwordInTheAddress_isRefusedAndNotShown() {
    assertThatThrownBy(() -> Settings.of("url", "redis://user:hunter2@localhost"))
        .hasMessageContaining("it holds a user or password")
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void keysAmongTheVersions_areRefused() {
    assertThatThrownBy(() -> Settings.of("url", URL, "mode", "monotonic", "key", "lf:{key}"))
        .hasMessageContaining("key begins with 'lf:', where versions are kept");
    assertThat(Settings.of("url", URL, "key", "lf:{key}").key()).isEqualTo("lf:{key}");
  }

  @Test
  void durabilityThatWaitsForNothing_isRefused() {
    assertThatThrownBy(() -> Settings.of("url", URL, "durability", java.util.Map.of()))
        .hasMessageContaining("replicas is 0, expected 1 to 16, or 0 with 'aof: true'");
  }

  @Test
  void addresses_areReadInEachForm() {
    ServerAddress plain = ServerAddress.parse("redis://db/3");
    ServerAddress secure = ServerAddress.parse("rediss://db:7000");
    ServerAddress file = ServerAddress.parse("unix:///run/redis.sock");

    assertThat(plain.host().toString()).isEqualTo("db:6379");
    assertThat(plain.database()).isEqualTo(3);
    assertThat(secure.tls()).isTrue();
    assertThat(file.socket()).hasToString("Optional[/run/redis.sock]");
    assertThat(file).hasToString("unix:/run/redis.sock");
  }
}
