package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.SqlStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills of host and server, by SIGKILL, at moments that nobody chose: afterwards every row is there
 * once.
 */
class KillIT {
  private static final int RECORDS = 8_000;
  private static final int MORE_FOR_A_KILL = 2_000;
  private static final int PER_CHECKPOINT = 200;

  private final String table = Names.table();
  private final String pipeline = Names.sink().pipeline();
  private int records = RECORDS;
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"MYSQL,XA", "MARIADB,XA", "POSTGRES,XA", "MYSQL,CONFIRM", "POSTGRES,UPSERT"})
  void fourKillsOfTheHost(Server server, JdbcMode mode) throws Exception {
    killHost(server, mode, 4, 17);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "MYSQL,UPSERT", "MYSQL,XA", "MYSQL,CONFIRM",
    "MARIADB,UPSERT", "MARIADB,XA", "MARIADB,CONFIRM",
    "POSTGRES,UPSERT", "POSTGRES,XA", "POSTGRES,CONFIRM"
  })
  void fortyKillsOfTheHost(Server server, JdbcMode mode) throws Exception {
    killHost(server, mode, 40, 4711);
  }

  private void killHost(Server server, JdbcMode mode, int kills, long seed) throws Exception {
    SqlStore store = server.store();
    records = RECORDS + kills * MORE_FOR_A_KILL;
    create(server, store, mode);
    SplittableRandom random = new SplittableRandom(seed);

    for (int i = 0; i < kills; i++) {
      try (HostProcess host = start(store, mode)) {
        host.await("recovered");
        killWithin(host, random.nextLong(600));
      }
    }

    finish(store, mode);
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL,XA",
    "MARIADB,XA",
    "POSTGRES,XA",
    "MYSQL,CONFIRM",
    "MARIADB,UPSERT",
    "POSTGRES,CONFIRM"
  })
  void oneKillOfTheServer(Server server, JdbcMode mode) throws Exception {
    try (SqlStore store = server.own()) {
      killServer(server, store, mode, 1);
    }
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "MYSQL,XA",
    "MARIADB,XA",
    "POSTGRES,XA",
    "MYSQL,CONFIRM",
    "MARIADB,UPSERT",
    "POSTGRES,CONFIRM"
  })
  void tenKillsOfTheServer(Server server, JdbcMode mode) throws Exception {
    try (SqlStore store = server.own()) {
      killServer(server, store, mode, 10);
    }
  }

  private void killServer(Server server, SqlStore store, JdbcMode mode, int kills)
      throws Exception {
    records = RECORDS + kills * MORE_FOR_A_KILL;
    create(server, store, mode);
    SplittableRandom random = new SplittableRandom(23);
    for (int i = 0; i < kills; i++) {
      try (HostProcess host = start(store, mode)) {
        host.await("committed");
        pause(random.nextLong(400));
        store.kill();
        // The host's connections break; it may end by itself before it is killed.
        pause(200);
        host.kill();
      }
      store.restart();
    }
    finish(store, mode);
  }

  /**
   * A stopped process holds locks that its successor needs; taking over must not wait for hours.
   */
  @ParameterizedTest
  @CsvSource({"MYSQL,XA", "MARIADB,XA", "POSTGRES,XA", "MYSQL,CONFIRM"})
  void T_8_stoppedHostDelaysItsSuccessorBySeconds(Server server, JdbcMode mode) throws Exception {
    SqlStore store = server.store();
    records = 3 * RECORDS; // more than the zombie can write before it is stopped
    create(server, store, mode);
    try (HostProcess zombie = start(store, mode)) {
      zombie.await("committed");
      zombie.signal("STOP");
      long start = System.nanoTime();
      finish(store, mode);
      Duration taken = Duration.ofNanos(System.nanoTime() - start);
      zombie.signal("CONT");

      assertThat(zombie.awaitEnd()).as(zombie.output()).isNotZero();
      assertThat(taken).isLessThan(Duration.ofSeconds(60));
    }
    assertWhole(store);
  }

  private void create(Server server, SqlStore store, JdbcMode mode) throws Exception {
    String key = mode == JdbcMode.UPSERT ? " PRIMARY KEY" : "";
    try (var connection = Server.connect(store);
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + server.quote(table)
              + " (id INTEGER NOT NULL"
              + key
              + ", a VARCHAR(40))");
    }
  }

  private HostProcess start(SqlStore store, JdbcMode mode) throws Exception {
    return HostProcess.start(store, mode, table, pipeline, directory, records, PER_CHECKPOINT);
  }

  private static void killWithin(HostProcess host, long millis) throws Exception {
    pause(millis);
    host.kill();
  }

  /** A bounded wait for nothing: the moment of a kill is meant to be any. */
  private static void pause(long millis) {
    new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  private void finish(SqlStore store, JdbcMode mode) throws Exception {
    try (HostProcess host = start(store, mode)) {
      assertThat(host.awaitEnd()).as(host.output()).isZero();
    }
    assertWhole(store);
  }

  private void assertWhole(SqlStore store) throws Exception {
    List<String> rows =
        Server.rows(store, "SELECT COUNT(*), COUNT(DISTINCT id), MIN(id), MAX(id) FROM " + table);
    assertThat(rows).containsExactly(records + "|" + records + "|0|" + (records - 1));
  }
}
