package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

@RealStores
class AdministrationIT {
  @ParameterizedTest
  @ValueSource(strings = {"single", "cluster"})
  void SI_5_bookkeeping_isThatOfOurKeysAlone_andCanBeRemoved(String where) throws Exception {
    RedisStore store =
        where.equals("single") ? Stores.redis().shared() : Stores.redisCluster().shared();
    RedisConfiguration ours = Settings.of(store, "mode", "monotonic", "key", "a[1]:{key}");
    RedisConfiguration other = Settings.of(store, "mode", "monotonic", "key", "a1:{key}");
    Lab.write(ours, Lab.put("1", "v", 1), Lab.put("{t}2", "v", 2), Lab.put("x}3", "v", 3));
    Lab.write(other, Lab.put("1", "v", 1));

    try (Administration administration = administration(ours);
        Administration others = administration(other);
        UnifiedJedis reader = Lab.reader(store)) {
      assertThat(administration.pending()).isEmpty();
      assertThat(administration.leftovers()).isEmpty();
      assertThat(administration.bookkeeping())
          .hasSize(3)
          .allSatisfy(one -> assertThat(one.details()).isEqualTo(Map.of("keys", "1")));

      for (StoreEntry entry : administration.bookkeeping()) {
        administration.remove(entry);
        administration.remove(entry);
      }

      assertThat(administration.bookkeeping()).isEmpty();
      assertThat(others.bookkeeping()).hasSize(1);
      assertThat(reader.get("a[1]:1")).isEqualTo("v");
      assertThatThrownBy(() -> administration.remove(others.bookkeeping().get(0)))
          .isInstanceOf(SinkException.class)
          .hasMessageContaining("Cannot remove");
    }
  }

  @org.junit.jupiter.api.Test
  void modeSet_keepsNoBooks() throws Exception {
    RedisStore store = Stores.redis().shared();
    try (Administration administration = administration(Settings.of(store))) {
      StoreEntry any =
          new StoreEntry(
              "x", "", Optional.empty(), Optional.of(Duration.ZERO), Optional.empty(), Map.of());

      assertThat(administration.bookkeeping()).isEmpty();
      assertThatThrownBy(() -> administration.commit(any))
          .hasMessageContaining("nothing to commit or abort");
    }
  }

  private static Administration administration(RedisConfiguration configuration) {
    return new RedisSink(configuration, Contexts.of(Lab.SINK)).administration().orElseThrow();
  }
}
