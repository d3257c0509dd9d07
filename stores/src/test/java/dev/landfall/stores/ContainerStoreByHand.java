package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/**
 * Redis by way of Testcontainers, on a real engine that holds the image {@code redis:7}. No build
 * runs it by itself, for most machines have no engine: docs/stores.md tells how to.
 */
final class ContainerStoreByHand {
  @Test
  void keepsItsPortAndDataOverAKill() {
    Path run;
    try (RedisStore redis = Stores.redis().args("--maxmemory", "16mb").start()) {
      assertThat(redis.origin()).isEqualTo(StoreOrigin.CONTAINER);
      run = Folders.state("runs");
      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        client.set("key", "value");
        assertThat(client.info("memory")).contains("maxmemory:" + 16 * 1024 * 1024);
      }

      redis.kill();
      assertThat(redis.servers().isAlive(0)).isFalse();
      redis.restart();
      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        assertThat(client.get("key")).isEqualTo("value");
      }

      redis.stop();
      redis.restart();
      assertThat(redis.log()).contains("Ready to accept connections");
    }
    assertThat(Set.of(run.toFile().list()))
        .noneMatch(name -> name.startsWith("redis-" + ProcessHandle.current().pid()));
  }
}
