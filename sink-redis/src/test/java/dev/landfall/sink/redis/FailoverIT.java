package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import dev.landfall.stores.junit.RealStores;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.UnifiedJedis;

/** A master of a cluster is killed under load, and its replica takes over. */
@RealStores
class FailoverIT {
  private static final int KEYS = 300;
  private static final int PER_CHECKPOINT = 400;
  private static final long BOUND_NANOS = 90_000_000_000L;

  private final AtomicLong checkpoint = new AtomicLong();
  private volatile boolean ended;
  private final AtomicLong restarts = new AtomicLong();

  @ParameterizedTest
  @EnumSource(RedisMode.class)
  void I_2_masterKilledUnderLoad_losesNothingThatAWaitCovered(RedisMode mode) throws Exception {
    try (RedisStore store = Stores.redisCluster().own().start()) {
      RedisConfiguration settings =
          Settings.of(
              store,
              "mode",
              mode.name().toLowerCase(Locale.ROOT),
              "durability",
              Map.of("replicas", 1, "timeout", "2s"),
              "pipeline-depth",
              50,
              "retry-timeout",
              "5s");
      Thread host = new Thread(() -> host(settings), "host");
      host.start();
      awaitCheckpointBeyond(5L * PER_CHECKPOINT);

      store.servers().kill(1);
      // Without a replica no wait is fulfilled: the slots of that master stand still, loudly.
      awaitRestart();
      store.servers().start(1);
      awaitCheckpointBeyond(checkpoint.get() + 5L * PER_CHECKPOINT);
      ended = true;
      host.join();

      long count = checkpoint.get();
      try (UnifiedJedis reader = Lab.reader(store)) {
        for (int key = 0; key < KEYS; key++) {
          long last = (count - 1 - key) / KEYS * KEYS + key;
          assertThat(reader.get("k" + key)).as("key %d of %d", key, count).isEqualTo("v" + last);
        }
      }
    }
  }

  /** As a host does it: after a failure it begins again at its last checkpoint. */
  private void host(RedisConfiguration settings) {
    try {
      while (!ended) {
        try (IdempotentWriter writer = Lab.writer(settings, new Rejections())) {
          write(writer);
        } catch (StoreUnavailableException e) {
          restarts.incrementAndGet();
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(IdempotentWriter writer) throws Exception {
    while (!ended) {
      long from = checkpoint.get();
      for (long i = from; i < from + PER_CHECKPOINT; i++) {
        writer.write(Lab.put("k" + i % KEYS, "v" + i, i));
      }
      writer.flush();
      checkpoint.set(from + PER_CHECKPOINT);
    }
  }

  private void awaitCheckpointBeyond(long records) throws InterruptedException {
    long deadline = System.nanoTime() + BOUND_NANOS;
    while (checkpoint.get() < records) {
      assertThat(System.nanoTime()).as("no checkpoint is completed").isLessThan(deadline);
      pause();
    }
  }

  private void awaitRestart() throws InterruptedException {
    long deadline = System.nanoTime() + BOUND_NANOS;
    while (restarts.get() == 0) {
      assertThat(System.nanoTime()).as("the host notices nothing").isLessThan(deadline);
      pause();
    }
  }

  private static void pause() throws InterruptedException {
    new java.util.concurrent.CountDownLatch(1)
        .await(20, java.util.concurrent.TimeUnit.MILLISECONDS);
  }
}
