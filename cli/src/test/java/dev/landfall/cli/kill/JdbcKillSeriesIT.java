package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.evidence.Evidence;
import dev.landfall.stores.SqlStore;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Generated records into a real database, by {@link KillSeries}. The table must equal that of an
 * undisturbed run, and nothing may be prepared or locked. {@code -Dlandfall.seed=N} repeats the
 * moments.
 */
class JdbcKillSeriesIT {
  private static final KillSeries.Kills MANY = new KillSeries.Kills(40, 8);

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
    survives(Database.MYSQL, "xa", new KillSeries.Kills(4, 1));
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnMySql(String mode) throws Exception {
    survives(Database.MYSQL, mode, MANY);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnMariaDb(String mode) throws Exception {
    survives(Database.MARIADB, mode, MANY);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"upsert", "xa", "confirm"})
  void everyRowOnce_longSeriesOnPostgres(String mode) throws Exception {
    survives(Database.POSTGRES, mode, MANY);
  }

  private void survives(Database database, String mode, KillSeries.Kills kills) throws Exception {
    System.out.printf("%s %s, %s: -Dlandfall.seed=%d%n", database, mode, kills, seed);
    long start = System.nanoTime();
    try (SqlStore store = database.start()) {
      KillSeries series =
          new KillSeries(
              home,
              store,
              kills,
              (table, directory) -> Database.sink(store, mode, table, directory),
              random);
      series.kill();
      series.control();

      assertThat(rows(store, KillSeries.KILLED))
          .as("%s %s, -Dlandfall.seed=%d", database, mode, seed)
          .isEqualTo(rows(store, KillSeries.CONTROL))
          .hasSize(series.count());
      assertThat(database.prepared(store)).as("-Dlandfall.seed=%d", seed).isEmpty();
      assertThat(Database.rows(store, "SELECT id FROM killed FOR UPDATE NOWAIT"))
          .as("-Dlandfall.seed=%d", seed)
          .hasSize(series.count());
      if (kills.equals(MANY)) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        EVIDENCE.row(
            database + " " + mode,
            kills.command(),
            kills.server(),
            series.count(),
            0,
            seconds,
            seed);
      }
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
}
