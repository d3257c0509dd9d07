package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.SqlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Generated records into a real database by the real command, which is killed again and again with
 * another number of writers, as is the server. The table must equal that of an undisturbed run, and
 * nothing may be prepared or locked. {@code -Dlandfall.seed=N} repeats the moments.
 */
class JdbcKillSeriesIT {
  private static final int[] PARALLELISM = {2, 4, 1};
  private static final int LONGEST_LIFE_MILLIS = 600;
  private static final int RATE = 1_000;

  /** At this many records a life, no run ends before the last kill, on a busy machine either. */
  private static final int PER_KILL = 1_500;

  private static final int PER_SERVER_KILL = 6_000;

  private static final Evidence EVIDENCE =
      Evidence.table(
          "jdbc-kill-series",
          "JDBC: SIGKILL of the command and of the server",
          "The generator into a table through `landfall run`, checkpoints every 100 ms, parallelism"
              + " 2, 4, 1 in turn; the table is compared row by row with that of a run without"
              + " kills. Again: `mvn verify -Pfull -pl cli -am -Dit.test=JdbcKillSeriesIT"
              + " -Dfailsafe.failIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false"
              + " -Dlandfall.seed=SEED`.",
          "case",
          "kills of the command",
          "kills of the server",
          "rows, each once",
          "prepared or locked afterwards",
          "seconds",
          "seed");

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path home;

  @Test
  void everyRowOnce() throws Exception {
    survives(Database.MYSQL, "xa", 4, 1);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnMySql(String mode) throws Exception {
    survives(Database.MYSQL, mode, 40, 8);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnMariaDb(String mode) throws Exception {
    survives(Database.MARIADB, mode, 40, 8);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnPostgres(String mode) throws Exception {
    survives(Database.POSTGRES, mode, 40, 8);
  }

  private void survives(Database database, String mode, int kills, int serverKills)
      throws Exception {
    System.out.printf(
        "%s %s, %d and %d kills: -Dlandfall.seed=%d%n", database, mode, kills, serverKills, seed);
    long start = System.nanoTime();
    int turns = kills + serverKills;
    long count = (long) kills * PER_KILL + (long) serverKills * PER_SERVER_KILL;
    try (SqlStore store = database.start()) {
      for (int turn = 0; turn < turns; turn++) {
        boolean withServer = (turn + 1) * serverKills / turns > turn * serverKills / turns;
        turn(store, file(store, mode, "killed", turn, count, RATE), turn, withServer);
      }
      end(file(store, mode, "killed", turns, count, 0));
      end(file(store, mode, "control", 0, count, 0));

      assertThat(rows(store, "killed"))
          .as("%s %s, -Dlandfall.seed=%d", database, mode, seed)
          .isEqualTo(rows(store, "control"))
          .hasSize((int) count);
      assertThat(database.prepared(store)).as("-Dlandfall.seed=%d", seed).isEmpty();
      assertThat(Database.rows(store, "SELECT id FROM killed FOR UPDATE NOWAIT"))
          .as("-Dlandfall.seed=%d", seed)
          .hasSize((int) count);
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    if (serverKills > 1) {
      EVIDENCE.row(database + " " + mode, kills, serverKills, count, 0, seconds, seed);
    }
  }

  /** Digests stand for the payloads, so that a hundred thousand rows fit into a test's heap. */
  private static List<String> rows(SqlStore store, String table) throws Exception {
    return Database.rows(
        store,
        "SELECT id, "
            + (store.jdbcUrl().contains("postgresql") ? "\"key\"" : "`key`")
            + ", number, MD5(payload) FROM "
            + table
            + " ORDER BY 1, 2, 3, 4");
  }

  private void turn(SqlStore store, Path file, int turn, boolean withServer) throws Exception {
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

  private void end(Path file) throws Exception {
    try (Host host = Host.start(file.getParent(), Main.class, run(file))) {
      assertThat(host.awaitEnd()).as(host.printed()).isZero();
    }
  }

  private static List<String> run(Path file) {
    return List.of("run", file.toString());
  }

  private Path file(SqlStore store, String mode, String table, int turn, long count, int rate)
      throws IOException {
    Path directory = Files.createDirectories(home.resolve(table));
    int parallelism = PARALLELISM[turn % PARALLELISM.length];
    return Files.writeString(
        directory.resolve("pipeline-" + turn + ".yaml"),
        """
        pipeline: %s
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4%s }
        key: id
        sink: %s
        """
            .formatted(
                table,
                parallelism,
                directory.resolve("state"),
                count,
                rate == 0 ? "" : ", rate: " + rate,
                Database.sink(store, mode, table, directory)));
  }
}
