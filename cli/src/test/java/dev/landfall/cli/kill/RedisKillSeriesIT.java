package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Generated records with keys that come again and again, into a real Redis, by {@link KillSeries}.
 * A reader looks all the time. {@code -Dlandfall.seed=N} repeats the moments.
 */
class RedisKillSeriesIT {
  private static final int KEYS = 200;
  private static final KillSeries.Kills MANY = new KillSeries.Kills(50, 10);

  private static final Evidence EVIDENCE =
      Evidence.table(
          "redis-kill-series",
          "Redis: SIGKILL of the command and of the server",
          "The generator into strings through `landfall run`, AOF always, checkpoints every 100 ms,"
              + " parallelism 2, 4, 1 in turn, while a reader reads all "
              + KEYS
              + " keys; the end is compared with a run without kills. Again: `mvn verify -Pfull -pl"
              + " cli -am -Dit.test=RedisKillSeriesIT -Dfailsafe.failIfNoSpecifiedTests=false"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dlandfall.seed=SEED`.",
          "mode",
          "kills of the command",
          "kills of the server",
          "records",
          "looks of the reader",
          "values seen to go back",
          "keys that differ at the end",
          "seconds",
          "seed");

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path home;

  @Test
  void endsLikeARunWithoutKills_andNoValueGoesBack() throws Exception {
    survives("monotonic", new KillSeries.Kills(5, 1));
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"set", "monotonic"})
  void endsLikeARunWithoutKills_longSeries(String mode) throws Exception {
    survives(mode, MANY);
  }

  private void survives(String mode, KillSeries.Kills kills) throws Exception {
    System.out.printf("Redis, %s, %s: -Dlandfall.seed=%d%n", mode, kills, seed);
    long start = System.nanoTime();
    try (RedisStore store = Stores.redis().own().start()) {
      KillSeries series = new KillSeries(home, store, kills, new Strings(store, mode), random);
      NumberReader reader = new NumberReader(store, KillSeries.KILLED, KEYS);
      Thread looking = new Thread(reader, "reader");
      looking.start();
      try {
        series.kill();
      } finally {
        reader.end();
        looking.join();
      }
      series.control();

      assertThat(differing(store)).as("%s, -Dlandfall.seed=%d", mode, seed).isEmpty();
      assertThat(reader.looks()).isPositive();
      if (mode.equals("monotonic")) {
        assertThat(reader.stepsBack())
            .as("%s, -Dlandfall.seed=%d", reader.example(), seed)
            .isZero();
      }
      if (kills.equals(MANY)) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            mode,
            kills.command(),
            kills.server(),
            series.count(),
            reader.looks(),
            reader.stepsBack(),
            0,
            seconds,
            seed);
      }
    }
  }

  /** A process that was stopped wakes up when its successor has written everything. */
  @Test
  void I_5_zombieThatWakesUpAfterTheTakeOver_changesNothing() throws Exception {
    try (RedisStore store = Stores.redis().own().start()) {
      KillSeries series =
          new KillSeries(
              home, store, new KillSeries.Kills(4, 0), new Strings(store, "monotonic"), random);
      try (Host zombie = series.startRated(0)) {
        zombie.awaitCheckpoint(zombie.awaitGenerationAfter(0));
        zombie.signal("STOP");
        series.end(KillSeries.KILLED, 1, "--take-over");
        zombie.signal("CONT");

        assertThat(zombie.awaitEnd()).as(zombie.printed()).isNotZero();
      }
      series.control();

      assertThat(differing(store)).isEmpty();
    }
  }

  /** The number of the newest record of each key. */
  private record Strings(RedisStore store, String mode) implements KillSeries.Stored {
    @Override
    public String sink(String pipeline, Path directory) {
      return ("{ type: redis, url: \"%s\", mode: %s, key: \"%s:{key}\", value: text,"
              + " value-field: number }")
          .formatted(store.url(), mode, pipeline);
    }

    @Override
    public String key() {
      return "key";
    }

    @Override
    public String generator() {
      return ", keys: " + KEYS;
    }
  }

  private static List<String> differing(RedisStore store) {
    List<String> killed = NumberReader.values(store, KillSeries.KILLED, KEYS);
    List<String> control = NumberReader.values(store, KillSeries.CONTROL, KEYS);
    List<String> differing = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      assertThat(control.get(key)).as("key %d of the control", key).isNotNull();
      if (!control.get(key).equals(killed.get(key))) {
        differing.add(key + ": " + killed.get(key) + " instead of " + control.get(key));
      }
    }
    return differing;
  }
}
