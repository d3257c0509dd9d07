package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.cli.Main;
import dev.landfall.stores.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Generated records into a real server by the real command, which is killed again and again with
 * another number of writers, as is the server; and the same without kills, to compare with. One
 * thread at a time.
 */
final class KillSeries {
  static final String KILLED = "killed";
  static final String CONTROL = "control";

  private static final int[] PARALLELISM = {2, 4, 1};
  private static final int LONGEST_LIFE_MILLIS = 600;
  private static final int RATE = 1_000;

  /** At this many records a life, no run ends before the last kill, on a busy machine either. */
  private static final int PER_KILL = 1_500;

  /**
   * How often who is killed.
   *
   * @param command kills of the command alone
   * @param server kills of the server while the command runs, and of the command after that
   */
  record Kills(int command, int server) {
    private int turns() {
      return command + server;
    }

    /** Spreads the server's kills evenly. */
    private boolean withServer(int turn) {
      return (turn + 1) * server / turns() > turn * server / turns();
    }

    @Override
    public String toString() {
      return command + " and " + server + " kills";
    }
  }

  /** What differs from store to store. */
  interface Stored {
    /** The {@code sink:} section of a pipeline whose files are below {@code directory}. */
    String sink(String pipeline, Path directory) throws IOException;

    default String key() {
      return "id";
    }

    /** Further options of the generator. */
    default String generator() {
      return "";
    }

    /** So many records that none of the lives with a kill of the server ends by itself. */
    default int recordsPerServerKill() {
      return 6_000;
    }
  }

  private final Path home;
  private final Optional<Store> server;
  private final Kills kills;
  private final Stored stored;
  private final SplittableRandom random;

  KillSeries(Path home, Store server, Kills kills, Stored stored, SplittableRandom random) {
    this(home, Optional.of(server), kills, stored, random);
  }

  private KillSeries(
      Path home, Optional<Store> server, Kills kills, Stored stored, SplittableRandom random) {
    this.home = home;
    this.server = server;
    this.kills = kills;
    this.stored = stored;
    this.random = random;
  }

  /** For a store that is no process: only the command is killed, so many times. */
  static KillSeries ofTheCommand(Path home, int kills, Stored stored, SplittableRandom random) {
    return new KillSeries(home, Optional.empty(), new Kills(kills, 0), stored, random);
  }

  /** How many records each of the two pipelines writes. */
  int count() {
    return kills.command * PER_KILL + kills.server * stored.recordsPerServerKill();
  }

  /** All the lives that end with a kill, and one that ends with the input. */
  void kill() throws IOException, InterruptedException {
    for (int turn = 0; turn < kills.turns(); turn++) {
      live(turn);
    }
    end(KILLED, kills.turns());
  }

  /** The undisturbed run. */
  void control() throws IOException, InterruptedException {
    end(CONTROL, 0);
  }

  private void live(int turn) throws IOException, InterruptedException {
    long before = Host.generation(home.resolve(KILLED));
    try (Host host = startRated(turn)) {
      long generation = host.awaitGenerationAfter(before);
      boolean withServer = kills.withServer(turn);
      if (withServer || turn % 3 != 2) {
        host.awaitCheckpoint(generation);
      }
      host.pause(random.nextInt(LONGEST_LIFE_MILLIS));
      assertThat(host.isAlive()).as(host.printed()).isTrue();
      if (withServer) {
        server.orElseThrow().kill();
        host.pause(random.nextInt(2 * LONGEST_LIFE_MILLIS));
        server.orElseThrow().restart();
        host.pause(random.nextInt(4 * LONGEST_LIFE_MILLIS));
      }
      host.kill();
    }
  }

  /** Starts the pipeline that is killed, slow enough for that. */
  Host startRated(int turn) throws IOException {
    return start(KILLED, turn, ", rate: " + RATE);
  }

  /** Runs to the end of the input. */
  void end(String pipeline, int turn, String... more) throws IOException, InterruptedException {
    try (Host host = start(pipeline, turn, "", more)) {
      assertThat(host.awaitEnd()).as(host.printed()).isZero();
    }
  }

  private Host start(String pipeline, int turn, String rate, String... more) throws IOException {
    Path directory = Files.createDirectories(home.resolve(pipeline));
    Path file = directory.resolve("pipeline-" + turn + ".yaml");
    Files.writeString(
        file,
        """
        pipeline: %s
        guarantee: exactly-once
        parallelism: %d
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4%s%s }
        key: %s
        sink: %s
        """
            .formatted(
                pipeline,
                PARALLELISM[turn % PARALLELISM.length],
                directory.resolve("state"),
                count(),
                stored.generator(),
                rate,
                stored.key(),
                stored.sink(pipeline, directory)));
    List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
    arguments.addAll(List.of(more));
    return Host.start(directory, Main.class, arguments);
  }
}
