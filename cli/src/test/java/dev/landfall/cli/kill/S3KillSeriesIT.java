package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated records into a real S3 server by the real command, which is killed again and again with
 * another number of writers, as is the server. A reader looks all the time; in the end it must have
 * seen what an undisturbed run confirms, each record once. {@code -Dlandfall.seed=N} repeats the
 * moments.
 */
class S3KillSeriesIT {
  private static final int[] PARALLELISM = {2, 4, 1};
  private static final int LONGEST_LIFE_MILLIS = 600;
  private static final int RATE = 1_000;

  /** At this many records a life, no run ends before the last kill, on a busy machine either. */
  private static final int PER_KILL = 1_500;

  private static final int PER_SERVER_KILL = 12_000;

  /** Leaves the server's time to the writers. */
  private static final long BETWEEN_LOOKS_NANOS = 10_000_000;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "s3-kill-series",
          "S3: SIGKILL of the command and of the server",
          "The generator into a bucket through `landfall run`, checkpoints every 100 ms, parallelism"
              + " 2, 4, 1 in turn, while a reader follows the confirmation logs; what it saw is"
              + " compared with a run without kills. Again: `mvn verify -Pfull -pl cli -am"
              + " -Dit.test=S3KillSeriesIT -Dfailsafe.failIfNoSpecifiedTests=false"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dlandfall.seed=SEED`.",
          "case",
          "kills of the command",
          "kills of the server",
          "records, each once",
          "looks of the reader",
          "unconfirmed objects afterwards",
          "seconds",
          "seed");

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path home;

  @Test
  void everyRecordOnce() throws Exception {
    survives("host", 5, 1);
  }

  @Tag("full")
  @Test
  void everyRecordOnce_longSeries_logAtTheHost() throws Exception {
    survives("host", 50, 10);
  }

  @Tag("full")
  @Test
  void everyRecordOnce_longSeries_logInTheStore() throws Exception {
    survives("store", 50, 10);
  }

  private void survives(String log, int kills, int serverKills) throws Exception {
    System.out.printf(
        "S3, log: %s, %d and %d kills: -Dlandfall.seed=%d%n", log, kills, serverKills, seed);
    long start = System.nanoTime();
    int turns = kills + serverKills;
    long count = (long) kills * PER_KILL + (long) serverKills * PER_SERVER_KILL;
    try (S3Store store = Stores.s3().own().start();
        ConfirmedReader reader = new ConfirmedReader(store, "killed", "killed");
        ConfirmedReader control = new ConfirmedReader(store, "control", "control")) {
      AtomicBoolean ended = new AtomicBoolean();
      ExecutorService looking = Executors.newSingleThreadExecutor();
      Future<Long> looks = looking.submit(() -> look(reader, ended));
      try {
        for (int turn = 0; turn < turns; turn++) {
          boolean withServer = (turn + 1) * serverKills / turns > turn * serverKills / turns;
          turn(store, file(store, log, "killed", turn, count, RATE), turn, withServer);
        }
        end(file(store, log, "killed", turns, count, 0));
      } finally {
        ended.set(true);
        looking.shutdown();
      }
      long looked = looks.get(Host.PATIENCE_SECONDS, TimeUnit.SECONDS);
      end(file(store, log, "control", 0, count, 0));

      assertThat(control.poll()).isTrue();
      assertThat(reader.complaints()).as("log: %s, -Dlandfall.seed=%d", log, seed).isEmpty();
      assertThat(reader.records().equals(control.records()))
          .as(
              "%d records of %d, log: %s, -Dlandfall.seed=%d",
              reader.records().size(), count, log, seed)
          .isTrue();
      assertThat(control.records()).hasSize((int) count);
      assertThat(reader.unconfirmed()).as("log: %s, -Dlandfall.seed=%d", log, seed).isEmpty();
      if (serverKills > 1) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row("log: " + log, kills, serverKills, count, looked, 0, seconds, seed);
      }
    }
  }

  /** Looks until the end, and once more then; tells how often the server answered. */
  private static long look(ConfirmedReader reader, AtomicBoolean ended) throws IOException {
    long looks = 0;
    while (!ended.get()) {
      looks += reader.poll() ? 1 : 0;
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
    }
    assertThat(reader.poll()).as("the server answers at the end").isTrue();
    return looks + 1;
  }

  private void turn(S3Store store, Path file, int turn, boolean withServer) throws Exception {
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
        host.pause(random.nextInt(2 * LONGEST_LIFE_MILLIS));
        store.restart();
        host.pause(random.nextInt(4 * LONGEST_LIFE_MILLIS));
      }
      host.kill();
    }
  }

  private static void end(Path file) throws Exception {
    try (Host host = Host.start(file.getParent(), Main.class, run(file))) {
      assertThat(host.awaitEnd()).as(host.printed()).isZero();
    }
  }

  private static List<String> run(Path file) {
    return List.of("run", file.toString());
  }

  private Path file(S3Store store, String log, String pipeline, int turn, long count, int rate)
      throws IOException {
    Path directory = Files.createDirectories(home.resolve(pipeline));
    Path access = Files.writeString(directory.resolve("access"), store.accessKey());
    Path secret = Files.writeString(directory.resolve("secret"), store.secretKey());
    return Files.writeString(
        directory.resolve("pipeline-" + turn + ".yaml"),
        """
        pipeline: %s
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4%s }
        key: id
        sink:
          type: s3-wal
          prefix: "%s"
          log: %s
          compression: gzip
          store: { bucket: "%s", endpoint: "%s", region: "%s", access-key: "${file:%s}", secret-key: "${file:%s}" }
        """
            .formatted(
                pipeline,
                PARALLELISM[turn % PARALLELISM.length],
                directory.resolve("state"),
                count,
                rate == 0 ? "" : ", rate: " + rate,
                pipeline,
                log,
                store.bucket(),
                store.endpointUri(),
                store.region(),
                access,
                secret));
  }
}
