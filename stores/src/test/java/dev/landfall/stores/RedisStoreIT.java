package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

/** A single Redis, killed and started again. */
final class RedisStoreIT {
  @Test
  void keepsAcknowledgedWritesOverAKill() {
    try (RedisStore redis = Stores.redis().own().start()) {
      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        client.set("key", "value");
      }

      redis.kill();
      redis.restart();

      try (RedisClient client = RedisClient.create(URI.create(redis.url()))) {
        assertThat(client.get("key")).isEqualTo("value");
      }
    }
  }
}
