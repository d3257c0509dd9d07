package dev.landfall.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.stores.Endpoint;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A slot moves from one master to another while its keys are written. */
@RealStores
class ClusterIT {
  private static RedisStore store;

  @BeforeAll
  static void start() {
    store = Stores.redisCluster().replicas(0).own().start();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  /** {@code SETSLOT}, {@code MIGRATE} and {@code SETSLOT} again, as redis-cli does it. */
  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void slotOnItsWay_isFollowed(RedisMode mode) throws Exception {
    String tag = "{" + mode + "}";
    int slot = JedisClusterCRC16.getSlot(tag + "0");
    int from = owner(slot);
    int to = (from + 1) % 3;
    RedisConfiguration settings =
        Settings.of(
            store,
            "mode",
            mode.name().toLowerCase(java.util.Locale.ROOT),
            "key",
            "{{" + mode + "}}{key}",
            "keys-per-command",
            5);
    Rejections rejected = new Rejections();
    try (IdempotentWriter writer = Lab.writer(settings, rejected)) {
      write(writer, 0);
      // 1. on its way: what is there is served, what is new is asked for at the target
      call(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
      call(from, "CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
      move(from, to, slot, 7);
      Thread moving = new Thread(() -> finish(from, to, slot));
      if (mode == RedisMode.SET) {
        write(writer, 100);
        // 2. all of it is there, and still on its way
        move(from, to, slot, Integer.MAX_VALUE);
        write(writer, 200);
        moving.start();
      } else {
        // A script of two keys that are both new waits until the slot has moved.
        moving.start();
        write(writer, 200);
      }
      moving.join();
      write(writer, 300);
    }

    assertThat(rejected.reasons).isEmpty();
    try (UnifiedJedis reader = Lab.reader(store)) {
      for (int i = 0; i < 30; i++) {
        assertThat(reader.get(tag + i)).isEqualTo("v" + (300 + i));
      }
    }
  }

  private static void finish(int from, int to, int slot) {
    move(from, to, slot, Integer.MAX_VALUE);
    for (int node : new int[] {to, from, 3 - to - from}) {
      call(node, "CLUSTER", "SETSLOT", slot, "NODE", id(to));
    }
  }

  /** Ten of the thirty keys are new each time. */
  private static void write(IdempotentWriter writer, int from) throws Exception {
    for (int i = 0; i < (from == 0 ? 20 : 30); i++) {
      writer.write(Lab.put(Integer.toString(i), "v" + (from + i), from + i));
    }
    writer.flush();
  }

  /** Keys of a version and of its data may be on both sides for a while. */
  private static void move(int from, int to, int slot, int most) {
    Endpoint target = store.nodes().get(to);
    int moved = 0;
    while (moved < most) {
      List<?> keys = (List<?>) call(from, "CLUSTER", "GETKEYSINSLOT", slot, 1);
      if (keys.isEmpty()) {
        return;
      }
      String key = new String((byte[]) keys.get(0), UTF_8);
      call(from, "MIGRATE", target.host(), target.port(), key, 0, 5000);
      moved++;
    }
  }

  private static int owner(int slot) {
    for (int node = 0; node < 3; node++) {
      if (slot * 3L / 16384 == node) {
        return node;
      }
    }
    throw new IllegalStateException("no node has slot " + slot);
  }

  private static String id(int node) {
    return new String((byte[]) call(node, "CLUSTER", "MYID"), UTF_8);
  }

  private static Object call(int node, String command, Object... words) {
    return Raw.call(store.nodes().get(node), command, words);
  }
}
