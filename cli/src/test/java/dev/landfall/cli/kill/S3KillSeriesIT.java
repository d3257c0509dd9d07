package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Path;
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
 * Generated records into a real S3 server, by {@link KillSeries}. A reader looks all the time; in
 * the end it must have seen what an undisturbed run confirms, each record once. {@code
 * -Dlandfall.seed=N} repeats the moments.
 */
class S3KillSeriesIT {
  private static final KillSeries.Kills MANY = new KillSeries.Kills(50, 10);

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
    survives("host", new KillSeries.Kills(5, 1));
  }

  @Tag("full")
  @Test
  void everyRecordOnce_longSeries_logAtTheHost() throws Exception {
    survives("host", MANY);
  }

  @Tag("full")
  @Test
  void everyRecordOnce_longSeries_logInTheStore() throws Exception {
    survives("store", MANY);
  }

  private void survives(String log, KillSeries.Kills kills) throws Exception {
    System.out.printf("S3, log: %s, %s: -Dlandfall.seed=%d%n", log, kills, seed);
    long start = System.nanoTime();
    try (S3Store store = Stores.s3().own().start();
        ConfirmedReader reader = reader(store, KillSeries.KILLED);
        ConfirmedReader control = reader(store, KillSeries.CONTROL)) {
      KillSeries series = new KillSeries(home, store, kills, new Bucket(store, log), random);
      AtomicBoolean ended = new AtomicBoolean();
      ExecutorService looking = Executors.newSingleThreadExecutor();
      Future<Long> looks = looking.submit(() -> look(reader, ended));
      try {
        series.kill();
      } finally {
        ended.set(true);
        looking.shutdown();
      }
      long looked = looks.get(Host.PATIENCE_SECONDS, TimeUnit.SECONDS);
      series.control();

      assertThat(control.poll()).isTrue();
      assertThat(reader.complaints()).as("log: %s, -Dlandfall.seed=%d", log, seed).isEmpty();
      assertThat(reader.records().equals(control.records()))
          .as(
              "%d records of %d, log: %s, -Dlandfall.seed=%d",
              reader.records().size(), series.count(), log, seed)
          .isTrue();
      assertThat(control.records()).hasSize(series.count());
      assertThat(reader.unconfirmed()).as("log: %s, -Dlandfall.seed=%d", log, seed).isEmpty();
      if (kills.equals(MANY)) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            "log: " + log,
            kills.command(),
            kills.server(),
            series.count(),
            looked,
            0,
            seconds,
            seed);
      }
    }
  }

  private static ConfirmedReader reader(S3Store store, String pipeline) {
    return new ConfirmedReader(store, pipeline, pipeline);
  }

  /** Objects below a prefix that is named like the pipeline. */
  private record Bucket(S3Store store, String log) implements KillSeries.Stored {
    @Override
    public String sink(String pipeline, Path directory) throws IOException {
      return "{ type: s3-wal, prefix: \"%s\", log: %s, compression: gzip, store: %s }"
          .formatted(pipeline, log, OperatedStore.s3(store, directory));
    }

    @Override
    public int recordsPerServerKill() {
      return 12_000; // a client of S3 tries for longer by itself
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
}
