package dev.landfall.cli.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.cli.Main;
import dev.landfall.cli.Typed;
import dev.landfall.stores.S3Store;
import dev.landfall.stores.Stores;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an operator sees and does after a run died at a bad moment: {@code pending}, {@code
 * leftovers}, {@code retire} and {@code confirmed} on real stores. What dies is a process of its
 * own; the commands are typed in this one.
 */
class OperatorCommandsIT {
  private static final long COUNT = 2_000;
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The stores are shared by all tests: no two use one name, and the second begins like it. */
  private final String a = "p" + Long.toString(System.nanoTime(), 36);

  private final String ab = a + "b";

  @TempDir private Path root;
  private Path home;

  /** The directory's name makes names in shared stores unique. */
  @BeforeEach
  void makeHome() throws Exception {
    home = Files.createDirectories(root.resolve(root.getFileName() + "h"));
    Files.createDirectories(home.resolve("store"));
  }

  /** Kafka acknowledges a commit before it has written the markers that readers wait for. */
  private void assertCount(OperatedStore store, String pipeline, long expected) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (store.count(home, pipeline) != expected && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    assertThat(store.count(home, pipeline)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(OperatedStore.class)
  void diedBeforeItsCommit_listNamesTheCheckpoint_commitActs_andNothingIsWrittenTwice(
      OperatedStore store) throws Exception {
    die(store, a, FaultyHost.Fault.NO_COMMIT);
    die(store, ab, FaultyHost.Fault.NO_COMMIT);

    List<JsonNode> pending = named(pending(a));
    assertThat(pending).isNotEmpty();
    assertThat(pending)
        .allSatisfy(one -> assertThat(one.path("checkpoints").get(0).asLong()).isOne());
    assertThat(pending)
        .allSatisfy(one -> assertThat(one.path("place").asText()).isEqualTo("store"));
    assertThat(ended(2, "pending", "abort", file(a), names(pending).get(0), "--lose-data"))
        .contains("there is no terminal");
    assertThat(ended(2, "pending", "abort", file(a), names(pending).get(0), "--yes"))
        .contains("checkpoint 1 counts on it")
        .contains("--lose-data");
    assertThat(ended(0, "pending", "commit", file(a), "--all", "--yes")).contains("committed");

    assertCount(store, a, records(pending));
    assertThat(named(pending(a)))
        .allSatisfy(one -> assertThat(one.path("place").asText()).isEqualTo("visible"));
    assertThat(named(pending(ab))).isNotEmpty();
    ended(0, "run", file(a));
    assertCount(store, a, COUNT);
  }

  @ParameterizedTest
  @EnumSource(OperatedStore.class)
  void abortOfWhatACheckpointNames_isSaidToLoseData_andTheNextStartGoesOn(OperatedStore store)
      throws Exception {
    die(store, a, FaultyHost.Fault.NO_COMMIT);
    List<JsonNode> pending = named(pending(a));
    List<String> abort = new ArrayList<>(List.of("pending", "abort", file(a)));
    abort.addAll(names(pending));
    abort.addAll(List.of("--yes", "--lose-data"));

    assertThat(ended(0, abort.toArray(String[]::new))).contains("given up: ");

    assertThat(named(pending(a))).isEmpty();
    ended(0, "run", file(a));
    assertCount(store, a, COUNT - records(pending));
  }

  @ParameterizedTest
  @EnumSource(OperatedStore.class)
  void diedBeforeItsCheckpoint_commitWouldRepeat_abortActs_andRetireLeavesOnlyTheOthers(
      OperatedStore store) throws Exception {
    die(store, a, FaultyHost.Fault.NO_CHECKPOINT);
    die(store, ab, FaultyHost.Fault.NO_CHECKPOINT);

    List<JsonNode> pending = pending(a);
    List<String> others = names(pending(ab));
    assertThat(pending).isNotEmpty();
    assertThat(others).isNotEmpty();
    assertThat(named(pending)).isEmpty();
    assertThat(ended(2, "pending", "commit", file(a), names(pending).get(0), "--yes"))
        .contains("written twice after the next start")
        .contains("--accept-duplicates");
    assertThat(ended(0, "pending", "abort", file(a), "--all", "--yes")).contains("aborted");
    assertThat(pending(a)).isEmpty();
    assertThat(names(pending(ab))).containsExactlyInAnyOrderElementsOf(others);

    ended(0, "run", file(a));
    assertCount(store, a, COUNT);
    assertThat(ended(0, "retire", file(a), "--yes")).contains("retired " + a + "/");
    assertThat(ended(0, "retire", file(a), "--yes")).contains("nothing but its records is left");
    assertCount(store, a, COUNT);
    assertThat(names(pending(ab))).containsExactlyInAnyOrderElementsOf(others);
    ended(0, "run", file(ab));
    assertCount(store, ab, COUNT);
    assertThat(ended(0, "retire", file(ab), "--yes")).contains("retired " + ab + "/");
  }

  @Test
  void beside_aLivingHost_nothingIsChanged() throws Exception {
    write(
        "slow",
        "{ type: directory, path: \"%s\" }".formatted(home.resolve("store")),
        ", rate: 100");
    try (Host host = Host.start(home, Main.class, List.of("run", file("slow")))) {
      host.awaitGenerationAfter(0, home.resolve("slow"));

      assertThat(ended(1, "retire", file("slow"), "--yes", "--lose-data"))
          .contains("Cannot change anything beside the pipeline 'slow'");
      assertThat(host.isAlive()).as(host.printed()).isTrue();
    }
  }

  @Test
  void s3_segmentsWaitInTheLog_confirmedGivesAManifest_andRetireKeepsTheRecords() throws Exception {
    S3Store server = Stores.s3().shared();
    String sink =
        "{ type: s3-wal, store: %s, prefix: \"%s\", compression: none }"
            .formatted(OperatedStore.s3(server, home), home.getFileName());
    die(a, sink, FaultyHost.Fault.NO_COMMIT);
    die(ab, sink, FaultyHost.Fault.NO_COMMIT);

    List<JsonNode> pending = named(pending(a));
    assertThat(pending)
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.path("place").asText()).isEqualTo("log"));
    assertThat(json("confirmed", file(a)).path("confirmed")).isEmpty();
    ended(0, "pending", "commit", file(a), "--all", "--yes");
    assertThat(json("confirmed", file(a)).path("records").asLong()).isEqualTo(records(pending));
    ended(0, "run", file(a));

    Path manifest = home.resolve("manifest");
    JsonNode confirmed = json("s3", "confirmed", file(a), "--manifest", manifest.toString());
    assertThat(confirmed.path("records").asLong()).isEqualTo(COUNT);
    assertThat(confirmed.path("requests").asLong()).isPositive();
    assertThat(Files.readAllLines(manifest))
        .hasSize(confirmed.path("confirmed").size())
        .allMatch(line -> line.startsWith("s3://" + server.bucket() + "/"));
    assertThat(ended(0, "leftovers", "list", file(a)))
        .contains("nothing of " + a + "/s3-wal is left over");
    ended(0, "retire", file(a), "--yes");
    assertThat(ended(0, "retire", file(a), "--yes")).contains("nothing but its records is left");
    assertThat(named(pending(ab))).isNotEmpty();
    ended(0, "run", file(ab));
    assertThat(json("confirmed", file(ab)).path("records").asLong()).isEqualTo(COUNT);
  }

  @Test
  void confirmed_ofASinkWithoutConfirmations_saysHowToRead() throws Exception {
    write("plain", "{ type: directory, path: \"%s\" }".formatted(home.resolve("store")), "");

    assertThat(ended(2, "confirmed", file("plain"))).contains("*.jsonl, and nothing of .landfall");
  }

  @Test
  void preparedFileThatWasCutShort_isToldAsLost_andCanBeGivenUp() throws Exception {
    Path files = Files.createDirectories(home.resolve("files"));
    die(a, "{ type: directory, path: \"%s\" }".formatted(files), FaultyHost.Fault.NO_COMMIT);
    long before = records(named(pending(a)));
    Path prepared = prepared(files);
    try (FileChannel channel = FileChannel.open(prepared, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 1);
    }

    List<JsonNode> damaged =
        pending(a).stream().filter(one -> one.path("place").asText().equals("damaged")).toList();
    assertThat(damaged).hasSize(1);
    assertThat(ended(0, "pending", "list", file(a)))
        .contains("LOST, a start ends with exit code 5 (" + prepared + " has ");
    ended(5, "run", file(a));
    String name = names(damaged).get(0);
    assertThat(ended(0, "pending", "abort", file(a), name, "--yes", "--lose-data"))
        .contains("given up: ");
    assertThat(prepared).doesNotExist();
    assertThat(records(named(pending(a)))).isEqualTo(before - records(damaged));
    ended(0, "run", file(a));
  }

  private static Path prepared(Path files) throws IOException {
    try (Stream<Path> all = Files.walk(files)) {
      return all.filter(file -> file.toString().endsWith(".prepared")).findFirst().orElseThrow();
    }
  }

  private void die(OperatedStore store, String name, FaultyHost.Fault fault) throws Exception {
    die(name, store.sink(home, name), fault);
  }

  private void die(String name, String sink, FaultyHost.Fault fault) throws Exception {
    write(name, sink, "");
    try (Host host = Host.start(home, FaultyHost.class, List.of(fault.name(), file(name)))) {
      assertThat(host.awaitEnd()).as(host.printed()).isEqualTo(DyingSink.KILLED);
    }
  }

  private void write(String name, String sink, String rate) throws Exception {
    Files.writeString(
        Path.of(file(name)),
        """
        pipeline: %s
        guarantee: exactly-once
        parallelism: 2
        checkpoint: { directory: "%s", interval: 100ms }
        source: { type: generator, count: %d, splits: 4%s }
        key: id
        sink: %s
        """
            .formatted(name, home.resolve(name).resolve("state"), COUNT, rate, sink));
  }

  private String file(String name) {
    return home.resolve(name + ".yaml").toString();
  }

  /** Runs the command and returns what it printed. */
  private static String ended(int exit, String... arguments) {
    Typed typed = Typed.command(arguments);
    assertThat(typed.exit()).as(typed.printed()).isEqualTo(exit);
    return typed.printed();
  }

  private static JsonNode json(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    String printed = ended(0, all.toArray(String[]::new));
    return MAPPER.readTree(printed.substring(printed.indexOf("{\n"), printed.lastIndexOf('}') + 1));
  }

  private List<JsonNode> pending(String name) throws Exception {
    List<JsonNode> all = new ArrayList<>();
    json("pending", "list", file(name)).path("pending").forEach(all::add);
    return all;
  }

  private static List<JsonNode> named(List<JsonNode> pending) {
    return pending.stream().filter(one -> !one.path("checkpoints").isEmpty()).toList();
  }

  private static List<String> names(List<JsonNode> pending) {
    return pending.stream().map(one -> one.path("name").asText()).toList();
  }

  private static long records(List<JsonNode> pending) {
    return pending.stream().mapToLong(one -> one.path("records").asLong()).sum();
  }
}
