package dev.landfall.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.SqlStore;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whenever the suite is killed, its next start leaves no server, no child, and so no port; told to
 * stop, it leaves nothing at all.
 */
class SuiteKilledIT {
  private static final int KILLS = 3;
  private static final int MOST_MILLIS = 6_000;
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path directory;

  @Test
  void sigkillAtARandomMoment_theNextStartLeavesNothing() throws Exception {
    Path file = directory.resolve("redis.yaml");
    Files.writeString(
        file,
        """
        sink: { type: redis, mode: set }
        store: { dialect: redis }
        """);
    long seed = Long.getLong("landfall.seed", 20261130);
    Random random = new Random(seed);

    for (int i = 0; i < KILLS; i++) {
      Process suite = start("conformance", "run", file.toString(), "--report", "report-" + i);
      awaitChild(suite);
      boolean ended = suite.waitFor(random.nextInt(MOST_MILLIS), TimeUnit.MILLISECONDS);
      assertThat(ended).as("seed %d: the suite was too quick to be killed", seed).isFalse();
      // Whoever stands still starts nobody: what is there now is all there will be.
      signal("STOP", suite);
      List<ProcessHandle> family = suite.descendants().toList();
      signal("KILL", suite);

      // A child may have ended a moment ago, and the next one not begun.
      assertThat(family).as("seed %d: a server at least", seed).isNotEmpty();
      Process next = start("stores", "list");
      assertThat(next.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(next.exitValue()).isZero();
      for (ProcessHandle one : family) {
        awaitEnd(one, seed);
      }
    }
  }

  @Test
  void sigterm_endsItAfterTheRunThatIsBeingMade_andNothingStaysInAStoreThatIsGiven()
      throws Exception {
    try (SqlStore store = Stores.mysql().own().start();
        Connection connection =
            DriverManager.getConnection(store.jdbcUrl(), store.user(), store.password())) {
      Path file = directory.resolve("mysql.yaml");
      Path secret = Files.writeString(directory.resolve("secret"), store.password());
      Files.writeString(
          file,
          """
          sink: { type: jdbc, mode: upsert, url: '%s', user: '%s', password: '${file:%s}' }
          store: { dialect: mysql }
          """
              .formatted(store.jdbcUrl(), store.user(), secret));
      Process suite = start("conformance", "run", file.toString());
      awaitChild(suite);

      signal("TERM", suite);

      assertThat(suite.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(this::printed).isTrue();
      assertThat(printed()).contains("stopping after this run", "Stopped by a signal after ");
      assertThat(suite.exitValue()).isEqualTo(2);
      try (Statement statement = connection.createStatement();
          ResultSet tables = statement.executeQuery("SHOW TABLES")) {
        assertThat(tables.next()).isFalse();
      }
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.landfall.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("output.txt").toFile()))
        .start();
  }

  private void awaitChild(Process suite) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (suite.descendants().count() < 2) {
      assertThat(suite.isAlive() && System.nanoTime() < deadline)
          .as(() -> "no child was started: " + printed())
          .isTrue();
      boolean unused = suite.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  private String printed() {
    try {
      return Files.readString(directory.resolve("output.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void signal(String name, Process to) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).inheritIO().start();
    assertThat(kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  private static void awaitEnd(ProcessHandle one, long seed) throws Exception {
    String what = one.info().commandLine().orElse("process " + one.pid());
    assertThat(one.onExit().completeOnTimeout(one, PATIENCE_SECONDS, TimeUnit.SECONDS))
        .succeedsWithin(java.time.Duration.ofSeconds(PATIENCE_SECONDS + 1));
    assertThat(one.isAlive()).as("seed %d: %s is alive", seed, what).isFalse();
  }
}
