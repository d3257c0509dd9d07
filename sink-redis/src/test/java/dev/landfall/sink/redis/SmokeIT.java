package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

@RealStores
class SmokeIT {
  @Test
  void single() throws Exception {
    run(Stores.redis().shared());
  }

  @Test
  void cluster() throws Exception {
    run(Stores.redisCluster().shared());
  }

  private void run(RedisStore store) throws Exception {
    for (String mode : new String[] {"set", "monotonic"}) {
      RedisConfiguration c = Settings.of(store, "mode", mode, "key", "a:{key}");
      Rejections r =
          Lab.write(
              c,
              Lab.put("x", "1", 1),
              Lab.put("y", "2", 2),
              Lab.put("x", "3", 3),
              Lab.delete("y", 4),
              Lab.put("", "e", 5));
      assertThat(r.reasons).isEmpty();
      try (UnifiedJedis reader = Lab.reader(store)) {
        assertThat(reader.get("a:x")).isEqualTo("3");
        assertThat(reader.get("a:y")).isNull();
        assertThat(reader.get("a:")).isEqualTo("e");
      }
      if (mode.equals("monotonic")) {
        r =
            Lab.write(
                c,
                Lab.put("x", "old", 2),
                Lab.put("y", "old", 2),
                Lab.put("z", "10", 10),
                Lab.put("z", "9", 9));
        assertThat(r.reasons).isEmpty();
        try (UnifiedJedis reader = Lab.reader(store)) {
          assertThat(reader.get("a:x")).isEqualTo("3");
          assertThat(reader.get("a:y")).isNull();
          assertThat(reader.get("a:z")).isEqualTo("10");
        }
      }
    }
  }
}
