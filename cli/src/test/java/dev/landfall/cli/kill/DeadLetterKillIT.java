package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * SI-8 with {@code rejected: dead-letter}: the real command follows a file that grows, and is
 * killed with SIGKILL again and again. Each rejected record must be in the directory once, each
 * good one in the table once. {@code -Dlandfall.seed=N} repeats the moments.
 */
class DeadLetterKillIT {
  private static final int[] PARALLELISM = {2, 1, 3};
  private static final int KILLS = 4;
  private static final int MANY_KILLS = 10;
  private static final int LONGEST_LIFE_MILLIS = 700;
  private static final List<Integer> REJECTED = List.of(3, 7, 11, 15);
  private static final List<Integer> GOOD =
      IntStream.range(0, 20).boxed().filter(rest -> !REJECTED.contains(rest)).toList();

  /** A line in twenty is refused only by the database: while writing, or at commit. */
  enum Mode {
    UPSERT,
    CONFIRM
  }

  private final long seed = Long.getLong("landfall.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource
  void SI_8_eachRejectedOnceInTheDirectory_eachGoodOnceInTheTable(Mode mode) throws Exception {
    survives(mode, KILLS);
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource
  void SI_8_eachRejectedOnceInTheDirectory_longSeries(Mode mode) throws Exception {
    survives(mode, MANY_KILLS);
  }

  private void survives(Mode mode, int kills) throws Exception {
    System.out.printf("dead letters, %s, %d kills: -Dlandfall.seed=%d%n", mode, kills, seed);
    createTable();
    try (GrowingFile input = GrowingFile.start(root.resolve("in.jsonl"))) {
      for (int turn = 0; turn < kills; turn++) {
        kill(file(mode, PARALLELISM[turn % PARALLELISM.length], true), turn);
      }
      List<Long> rejected = input.end(REJECTED);
      List<Long> good = input.end(GOOD);
      Host last = start(file(mode, 2, false));

      assertThat(last.awaitEnd()).as(last.printed()).isZero();
      assertThat(letters()).as("%s, -Dlandfall.seed=%d", mode, seed).isEqualTo(rejected);
      assertThat(rows()).as("%s, -Dlandfall.seed=%d", mode, seed).isEqualTo(good);
      assertThat(staged()).as("%s, -Dlandfall.seed=%d", mode, seed).isEmpty();
    }
  }

  /** Replay is what makes it right: without it, the same kills lose rejected records as well. */
  @ParameterizedTest
  @EnumSource(names = "UPSERT")
  void withoutReplay_theKillsBite(Mode mode) throws Exception {
    createTable();
    try (GrowingFile input = GrowingFile.start(root.resolve("in.jsonl"))) {
      for (int turn = 0; turn < 3; turn++) {
        String file = file(mode, 2, true);
        kill(turn, FaultyHost.class, FaultyHost.Fault.NO_REPLAY.name(), file);
      }
      List<Long> rejected = input.end(REJECTED);
      String file = file(mode, 2, false);
      Host last =
          Host.start(root, FaultyHost.class, List.of(FaultyHost.Fault.NO_REPLAY.name(), file));

      assertThat(last.awaitEnd()).as(last.printed()).isZero();
      assertThat(letters()).as("-Dlandfall.seed=%d", seed).isNotEqualTo(rejected);
    }
  }

  private void kill(String file, int turn) throws Exception {
    kill(turn, Main.class, "run", file);
  }

  private void kill(int turn, Class<?> main, String... arguments) throws Exception {
    long before = Host.generation(root);
    try (Host host = Host.start(root, main, List.of(arguments))) {
      long generation = host.awaitGenerationAfter(before);
      if (turn % 3 != 2) {
        host.awaitCheckpoint(generation);
      }
      host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
      assertThat(host.isAlive()).as(host.printed()).isTrue();
      host.kill();
    }
  }

  private Host start(String file) throws IOException {
    return Host.start(root, Main.class, List.of("run", file));
  }

  private String file(Mode mode, int parallelism, boolean follow) throws IOException {
    return Files.writeString(
            root.resolve("pipeline.yaml"),
            """
            pipeline: letters
            parallelism: %d
            checkpoint: { directory: "DIR/state", interval: 100ms }
            source: { type: file, path: "DIR/in.jsonl", follow: %s, schema: { id: long, number: long, note: text } }
            key: id
            rejected: { dead-letter: { directory: "DIR/dead" } }
            sink: { type: jdbc, mode: %s, url: "DB", table: records }
            """
                .formatted(parallelism, follow, mode.name().toLowerCase(java.util.Locale.ROOT))
                .replace("DB", url())
                .replace("DIR", root.toString()))
        .toString();
  }

  private String url() {
    return "jdbc:h2:" + root.resolve("db") + ";WRITE_DELAY=0";
  }

  private void createTable() throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE \"records\" (\"id\" BIGINT PRIMARY KEY, \"number\" INT NOT NULL,"
              + " \"note\" VARCHAR(10) CHECK (\"note\" <> 'refused'))");
    }
  }

  private List<Long> rows() throws Exception {
    List<Long> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT \"id\" FROM \"records\" ORDER BY 1")) {
      while (found.next()) {
        rows.add(found.getLong(1));
      }
    }
    return rows;
  }

  /** The lines of the input that the letters name. */
  private List<Long> letters() throws IOException {
    List<Long> lines = new ArrayList<>();
    for (Path file : files().stream().filter(one -> !isStaged(one)).toList()) {
      for (String line : Files.readAllLines(file)) {
        JsonNode letter = new JsonMapper().readTree(line);
        assertThat(letter.get("checkpoint").longValue()).as(line).isPositive();
        assertThat(letter.get("reason").textValue()).as(line).isNotEmpty();
        assertThat(letter.has("record") || letter.has("raw")).as(line).isTrue();
        lines.add(letter.at("/position/line").longValue());
      }
    }
    return lines.stream().sorted().toList();
  }

  private List<Path> staged() throws IOException {
    return files().stream().filter(this::isStaged).toList();
  }

  private boolean isStaged(Path file) {
    return file.startsWith(root.resolve("dead/.landfall"));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(root.resolve("dead"))) {
      return walk.filter(Files::isRegularFile).toList();
    }
  }
}
