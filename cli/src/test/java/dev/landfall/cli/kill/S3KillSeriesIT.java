package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
          "The generator into a bucket, or a directory, through `landfall run`, checkpoints every"
              + " 100 ms, parallelism 2, 4, 1 in turn, while a reader follows the confirmation"
              + " logs; what it saw is compared with a run without kills. Again: `mvn verify -Pfull"
              + " -pl cli -am -Dit.test=S3KillSeriesIT -Dfailsafe.failIfNoSpecifiedTests=false"
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
    onAServer("host", new KillSeries.Kills(5, 1));
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"host", "local", "store"})
  void everyRecordOnce_longSeries(String log) throws Exception {
    onAServer(log, MANY);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"host", "local", "store"})
  void everyRecordOnce_longSeries_inADirectory(String log) throws Exception {
    Path directory = Files.createDirectories(home.resolve("objects"));
    Place place = new Place("log: " + log + ", a directory", MANY.command(), 0);
    Sink sink = new Sink(log, any -> "{ directory: \"%s\" }".formatted(directory));
    survives(
        place,
        KillSeries.ofTheCommand(home, MANY.command(), sink, random),
        pipeline -> ConfirmedReader.of(directory, pipeline, pipeline));
  }

  private void onAServer(String log, KillSeries.Kills kills) throws Exception {
    try (S3Store store = Stores.s3().own().start()) {
      Place place = new Place("log: " + log, kills.command(), kills.server());
      Sink sink = new Sink(log, files -> OperatedStore.s3(store, files));
      survives(
          place,
          new KillSeries(home, store, kills, sink, random),
          pipeline -> ConfirmedReader.of(store, pipeline, pipeline));
    }
  }

  /** What is killed how often. */
  private record Place(String title, int command, int server) {
    boolean isLong() {
      return command >= MANY.command();
    }
  }

  /** Opens a reader of a pipeline's objects. */
  private interface Readers {
    ConfirmedReader of(String pipeline);
  }

  private void survives(Place place, KillSeries series, Readers readers) throws Exception {
    System.out.printf("S3, %s: -Dlandfall.seed=%d%n", place, seed);
    long start = System.nanoTime();
    try (ConfirmedReader reader = readers.of(KillSeries.KILLED);
        ConfirmedReader control = readers.of(KillSeries.CONTROL)) {
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
      assertThat(reader.complaints()).as("%s, -Dlandfall.seed=%d", place, seed).isEmpty();
      assertThat(reader.records().equals(control.records()))
          .as(
              "%d records of %d, %s, -Dlandfall.seed=%d",
              reader.records().size(), series.count(), place, seed)
          .isTrue();
      assertThat(control.records()).hasSize(series.count());
      assertThat(reader.unconfirmed()).as("%s, -Dlandfall.seed=%d", place, seed).isEmpty();
      if (place.isLong()) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            place.title(),
            place.command(),
            place.server(),
            series.count(),
            looked,
            0,
            seconds,
            seed);
      }
    }
  }

  /** What the sink's section says of its store, whose files may be below a directory. */
  private interface StoreSection {
    String of(Path directory) throws IOException;
  }

  /** Objects below a prefix that is named like the pipeline. */
  private record Sink(String log, StoreSection store) implements KillSeries.Stored {
    @Override
    public String sink(String pipeline, Path directory) throws IOException {
      String segments =
          log.equals("local")
              ? ", log-directory: \"%s\"".formatted(directory.resolve("segments"))
              : "";
      return "{ type: s3-wal, prefix: \"%s\", log: %s%s, compression: gzip, store: %s }"
          .formatted(pipeline, log, segments, store.of(directory));
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
