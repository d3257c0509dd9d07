package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

/** What a server says when it cannot, on a real one that is made to say it. */
@RealStores
class FaultsIT {
  private RedisStore store;
  private UnifiedJedis reader;
  private final Rejections rejected = new Rejections();

  @BeforeEach
  void start() {
    store = Stores.redis().own().start();
    reader = Lab.reader(store);
  }

  @AfterEach
  void stop() {
    reader.close();
    store.close();
  }

  private void config(String name, String value) {
    Object unused = Raw.call(store.endpoint(), "CONFIG", "SET", name, value);
  }

  private RedisConfiguration settings(RedisMode mode, Object... more) {
    Object[] all = new Object[more.length + 2];
    all[0] = "mode";
    all[1] = mode.name().toLowerCase(java.util.Locale.ROOT);
    System.arraycopy(more, 0, all, 2, more.length);
    return Settings.of(store, all);
  }

  /** Writes numbered values to 100 keys, three times over, larger ones with larger numbers. */
  private static void writeMuch(IdempotentWriter writer, int from) throws Exception {
    for (int i = from; i < from + 300; i++) {
      writer.write(Lab.put("k" + i % 100, i + ".".repeat(1024 + 10 * from), i));
    }
  }

  private List<String> numbers() {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String text = reader.get("k" + i);
      found.add(text == null ? "none" : text.substring(0, text.indexOf('.')));
    }
    return found;
  }

  private static List<String> expected(int from) {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      expected.add(Integer.toString(from + i));
    }
    return expected;
  }

  /** Runs the work beside, waits until it is in trouble, and mends that. */
  private void inTrouble(IdempotentWriter writer, int from, Runnable mend) throws Exception {
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(
            () -> {
              try {
                writeMuch(writer, from);
                writer.flush();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> written.get(400, TimeUnit.MILLISECONDS))
        .as("it waits for the server")
        .isInstanceOf(java.util.concurrent.TimeoutException.class);
    mend.run();
    written.get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void I_3_memoryRunsOutInMidBatch_andIsThereAgain(RedisMode mode) throws Exception {
    try (IdempotentWriter writer =
        Lab.writer(settings(mode, "pipeline-depth", 40, "keys-per-command", 3), rejected)) {
      writeMuch(writer, 0);
      writer.flush();
      long used = ServerFacts.of(reader.info("memory")).number("used_memory");
      config("maxmemory", Long.toString(used + 100_000));

      // Deletions pass while writes do not, so what is sent again could come too late.
      inTrouble(
          writer,
          300,
          () -> {
            writeFiller();
            config("maxmemory", "0");
          });
    }

    assertThat(numbers()).isEqualTo(expected(500));
    assertThat(rejected.reasons).isEmpty();
  }

  private void writeFiller() {
    assertThatThrownBy(() -> reader.set("filler", "x".repeat(100_000)))
        .hasMessageStartingWith("OOM");
  }

  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void readOnlyReplica_isWaitedFor(RedisMode mode) throws Exception {
    try (IdempotentWriter writer = Lab.writer(settings(mode), rejected)) {
      Raw.call(store.endpoint(), "REPLICAOF", "127.0.0.1", "1");

      inTrouble(writer, 0, () -> Raw.call(store.endpoint(), "REPLICAOF", "NO", "ONE"));
    }

    assertThat(numbers()).isEqualTo(expected(200));
  }

  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void lostConnection_toTheSameServer_isNoTrouble(RedisMode mode) throws Exception {
    try (IdempotentWriter writer = Lab.writer(settings(mode, "pipeline-depth", 10), rejected)) {
      for (int round = 0; round < 5; round++) {
        writeMuch(writer, 300 * round);
        Raw.call(store.endpoint(), "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        writeMuch(writer, 300 * round);
        writer.flush();
      }
    }

    reader.close();
    reader = Lab.reader(store);
    assertThat(numbers()).isEqualTo(expected(1400));
  }

  /** What was acknowledged may have gone with it, whatever the settings are. */
  @ParameterizedTest
  @ValueSource(strings = {"before", "between"})
  void I_2_serverRestartedInsideAnInterval_failsTheFlush(String when) throws Exception {
    try (IdempotentWriter writer =
        Lab.writer(settings(RedisMode.SET, "pipeline-depth", 10), rejected)) {
      writeMuch(writer, 0);
      store.kill();
      store.restart();
      if (when.equals("between")) {
        writeMuch(writer, 300);
      }

      assertThatThrownBy(writer::flush)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Cannot confirm the writes of this interval")
          .hasMessageContaining("restarted, or another took over");
      assertThatThrownBy(() -> writer.write(Lab.put("k", "v", 1)))
          .hasMessageContaining("Cannot go on after an earlier failure (SI-2)");
    }
  }

  @Test
  void serverRestartedBetweenIntervals_isNoTrouble() throws Exception {
    try (IdempotentWriter writer = Lab.writer(settings(RedisMode.MONOTONIC), rejected)) {
      writeMuch(writer, 0);
      writer.flush();
      store.kill();
      store.restart();
      writeMuch(writer, 300);
      writer.flush();
    }

    reader.close();
    reader = Lab.reader(store);
    assertThat(numbers()).isEqualTo(expected(500));
  }

  @Test
  void serverThatIsAway_isGivenUpAfterTheBound() throws Exception {
    try (IdempotentWriter writer =
        Lab.writer(settings(RedisMode.SET, "retry-timeout", "200ms"), rejected)) {
      store.kill();
      writer.write(Lab.put("k", "v", 1));

      assertThatThrownBy(writer::flush)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Cannot write: after 0 s still '");
    }
  }

  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void missingRight_endsTheRun(RedisMode mode) throws Exception {
    try (IdempotentWriter writer = Lab.writer(settings(mode), rejected)) {
      Raw.call(store.endpoint(), "ACL", "SETUSER", "default", "-set", "-mset", "-evalsha");
      writer.write(Lab.put("k", "v", 1));

      assertThatThrownBy(writer::flush)
          .isExactlyInstanceOf(SinkException.class)
          .hasMessageContaining("Cannot write key 'k'")
          .hasMessageContaining("NOPERM");
    }
  }

  @Test
  void I_2_waitThatNoReplicaFulfils_failsTheFlush() throws Exception {
    RedisConfiguration settings =
        settings(RedisMode.SET, "durability", java.util.Map.of("replicas", 1, "timeout", "100ms"));
    try (IdempotentWriter writer = Lab.writer(settings, rejected)) {
      writer.flush();
      writer.write(Lab.put("k", "v", 1));

      assertThatThrownBy(writer::flush)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("1 replicas of")
          .hasMessageContaining("did not have them within 100 ms");
    }
  }
}
