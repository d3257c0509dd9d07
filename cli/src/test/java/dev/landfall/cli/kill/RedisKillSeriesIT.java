package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.RedisStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
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
 * Generated records with keys that come again and again, into a real Redis by the real command,
 * which is killed again and again with another number of writers, as is the server. A reader looks
 * all the time. {@code -Dlandfall.seed=N} repeats the moments.
 */
class RedisKillSeriesIT {
  private static final int[] PARALLELISM = {2, 4, 1};
  private static final int KEYS = 200;
  private static final int LONGEST_LIFE_MILLIS = 600;
  private static final int RATE = 1_000;

  /** At this many records a life, no run ends before the last kill, on a busy machine either. */
  private static final int PER_KILL = 1_500;

  private static final int PER_SERVER_KILL = 6_000;

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
    survives("monotonic", 5, 1);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"set", "monotonic"})
  void endsLikeARunWithoutKills_longSeries(String mode) throws Exception {
    survives(mode, 50, 10);
  }

  private void survives(String mode, int kills, int serverKills) throws Exception {
    System.out.printf(
        "Redis, %s, %d and %d kills: -Dlandfall.seed=%d%n", mode, kills, serverKills, seed);
    long start = System.nanoTime();
    int turns = kills + serverKills;
    long count = (long) kills * PER_KILL + (long) serverKills * PER_SERVER_KILL;
    try (RedisStore store = Stores.redis().own().start()) {
      NumberReader reader = new NumberReader(store, "killed", KEYS);
      Thread looking = new Thread(reader, "reader");
      looking.start();
      try {
        for (int turn = 0; turn < turns; turn++) {
          boolean withServer = (turn + 1) * serverKills / turns > turn * serverKills / turns;
          turn(store, file(store, mode, "killed", turn, count, RATE), turn, withServer);
        }
        end(file(store, mode, "killed", turns, count, 0));
      } finally {
        reader.end();
        looking.join();
      }
      end(file(store, mode, "control", 0, count, 0));

      assertThat(differing(store)).as("%s, -Dlandfall.seed=%d", mode, seed).isEmpty();
      assertThat(reader.looks()).isPositive();
      if (mode.equals("monotonic")) {
        assertThat(reader.stepsBack())
            .as("%s, -Dlandfall.seed=%d", reader.example(), seed)
            .isZero();
      }
      if (serverKills > 1) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            mode, kills, serverKills, count, reader.looks(), reader.stepsBack(), 0, seconds, seed);
      }
    }
  }

  /** A process that was stopped wakes up when its successor has written everything. */
  @Test
  void I_5_zombieThatWakesUpAfterTheTakeOver_changesNothing() throws Exception {
    long count = 5_000;
    try (RedisStore store = Stores.redis().own().start()) {
      Path slow = file(store, "monotonic", "killed", 0, count, RATE);
      try (Host zombie = Host.start(home.resolve("killed"), Main.class, run(slow))) {
        zombie.awaitCheckpoint(zombie.awaitGenerationAfter(0));
        zombie.signal("STOP");
        Path fast = file(store, "monotonic", "killed", 1, count, 0);
        try (Host successor =
            Host.start(home.resolve("killed"), Main.class, run(fast, "--take-over"))) {
          assertThat(successor.awaitEnd()).as(successor.printed()).isZero();
        }
        zombie.signal("CONT");

        assertThat(zombie.awaitEnd()).as(zombie.printed()).isNotZero();
      }
      end(file(store, "monotonic", "control", 0, count, 0));

      assertThat(differing(store)).isEmpty();
    }
  }

  private static List<String> differing(RedisStore store) {
    List<String> killed = NumberReader.values(store, "killed", KEYS);
    List<String> control = NumberReader.values(store, "control", KEYS);
    List<String> differing = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      assertThat(control.get(key)).as("key %d of the control", key).isNotNull();
      if (!control.get(key).equals(killed.get(key))) {
        differing.add(key + ": " + killed.get(key) + " instead of " + control.get(key));
      }
    }
    return differing;
  }

  private void turn(RedisStore store, Path file, int turn, boolean withServer) throws Exception {
    long before = Host.generation(home.resolve("killed"));
    try (Host host = Host.start(home.resolve("killed"), Main.class, run(file))) {
      long generation = host.awaitGenerationAfter(before);
      if (withServer || turn % 3 != 2) {
        host.awaitCheckpoint(generation);
      }
      host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
      assertThat(host.isAlive()).as(host.printed()).isTrue();
      if (withServer) {
        store.kill();
        host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
        store.restart();
        host.pause(random.nextInt(2 * LONGEST_LIFE_MILLIS));
      }
      host.kill();
    }
  }

  private static void end(Path file) throws Exception {
    try (Host host = Host.start(file.getParent(), Main.class, run(file))) {
      assertThat(host.awaitEnd()).as(host.printed()).isZero();
    }
  }

  private static List<String> run(Path file, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private Path file(RedisStore store, String mode, String pipeline, int turn, long count, int rate)
      throws IOException {
    Path directory = Files.createDirectories(home.resolve(pipeline));
    return Files.writeString(
        directory.resolve("pipeline-" + turn + ".yaml"),
        """
        pipeline: %s
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4, keys: %d%s }
        key: key
        sink: { type: redis, url: "%s", mode: %s, key: "%s:{key}", value: text, value-field: number }
        """
            .formatted(
                pipeline,
                PARALLELISM[turn % PARALLELISM.length],
                directory.resolve("state"),
                count,
                KEYS,
                rate == 0 ? "" : ", rate: " + rate,
                store.url(),
                mode,
                pipeline));
  }
}
