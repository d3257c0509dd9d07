package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StoredCheckpoint;
import dev.landfall.sdk.HostTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person feeds to the command by mistake: the right result, or an error that helps. */
class BadInputIT {
  /** One sink of each contract. */
  enum Store {
    UPSERT("{ type: jdbc, url: \"jdbc:h2:DIR/db;WRITE_DELAY=0\", table: t, create-table: true }"),
    WRITE_AHEAD("{ type: s3-wal, store: { directory: \"DIR/store\" }, compression: none }"),
    TWO_PHASE("{ type: directory, path: \"DIR/store\" }");

    private final String sink;

    Store(String sink) {
      this.sink = sink;
    }
  }

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @EnumSource
  void emptyInput_isNothingToDo(Store store) throws Exception {
    input("in.jsonl", "");

    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();

    assertThat(out.toString()).contains("nothing to do");
    assertThat(lines()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void oneRecordOfTenMegabytes_isDelivered(Store store) throws Exception {
    input("in.jsonl", "{\"id\":\"a\",\"text\":\"" + "x".repeat(10_000_000) + "\"}");

    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();

    assertThat(out.toString()).contains("done: 1 record read, 1 committed, 0 rejected, ");
    assertThat(records(store)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void SI_8_brokenLine_isNamed_andAfterMendingNothingIsLostOrRepeated(Store store)
      throws Exception {
    input("in.jsonl", lines(900, "{\"id\":\"k900\",\"n\":900"));

    assertThat(run(store, "in.jsonl")).isEqualTo(4);
    assertThat(err.toString())
        .contains("in.jsonl line 900: Cannot read the record as JSON")
        .contains("expected one object a line (mend the line); no checkpoint covers it")
        .doesNotContain("Cannot write the record at in.jsonl line 900: Cannot")
        .doesNotContain("\tat ");

    input("in.jsonl", lines(900, "{\"id\":\"k900\",\"n\":900}"));
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    assertThat(records(store)).isEqualTo(2_000);
  }

  @ParameterizedTest
  @EnumSource
  void SI_8_recordWithoutItsKey_isNamed_andIsLeftOutOnRequest(Store store) throws Exception {
    input("in.jsonl", "{\"id\":\"a\",\"n\":1}\n{\"n\":2}\n{\"id\":\"c\",\"n\":3}\n");

    assertThat(run(store, "in.jsonl")).isEqualTo(4);
    assertThat(err.toString())
        .contains("Cannot write the record at in.jsonl line 2: its key field 'id' is missing");

    assertThat(run(store, "in.jsonl", "rejected: skip")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("3 records read, 2 committed, 1 rejected");
    assertThat(records(store)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void csvWithQuotesAndLineBreaks_isReadAsWritten(Store store) throws Exception {
    input("in.csv", "id,text\n1,\"a \"\"quoted\"\" b\"\n2,\"line\nbreak, comma\"\n3,plain\n");

    assertThat(run(store, "in.csv")).as(err.toString()).isZero();

    assertThat(records(store)).isEqualTo(3);
    if (store == Store.TWO_PHASE) {
      assertThat(lines().collect(Collectors.joining()))
          .contains("a \\\"quoted\\\" b")
          .contains("line\\nbreak, comma");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITE_AHEAD", "TWO_PHASE"})
  void HO_15_lostState_isRefused_unlessReplayIsAccepted(Store store) throws Exception {
    input("in.jsonl", lines(1, "{\"id\":\"k1\",\"n\":1}"));
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    Files.move(directory.resolve("state"), directory.resolve("lost"));

    assertThat(run(store, "in.jsonl")).isEqualTo(1);
    assertThat(err.toString())
        .contains("would be repeated")
        .contains("--accept-replay")
        .doesNotContain("\tat ");
    assertThat(records(store)).isEqualTo(2_000);

    assertThat(execute("run", "--accept-replay", pipeline(store, "in.jsonl", "").toString()))
        .isZero();
    assertThat(records(store)).isEqualTo(4_000);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UPSERT")
  void HO_15_emptiedStore_isRefused_andTheRightOneIsGoneOnWith(Store store) throws Exception {
    input("in.jsonl", lines(1, "{\"id\":\"k1\",\"n\":1}"));
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    Path output = directory.resolve("store");
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(output, elsewhere);
    input("in.jsonl", lines(1, "{\"id\":\"k1\",\"n\":1}") + "{\"id\":\"last\",\"n\":0}\n");

    assertThat(run(store, "in.jsonl")).isEqualTo(1);
    assertThat(err.toString())
        .contains("the store knows nothing of it")
        .contains("point the sink at the store that it has written to")
        .doesNotContain("\tat ");
    assertThat(records(store)).isZero();

    if (Files.exists(output)) {
      Files.move(output, directory.resolve("new"));
    }
    Files.move(elsewhere, output);
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    assertThat(records(store)).isEqualTo(2_001);
  }

  @ParameterizedTest
  @EnumSource
  void damagedNewestCheckpoint_isRefused_andAnOlderOneIsRestoredOnPurpose(Store store)
      throws Exception {
    input("in.jsonl", lines(1, "{\"id\":\"k1\",\"n\":1}"));
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    input("in.jsonl", lines(1, "{\"id\":\"k1\",\"n\":1}") + "{\"id\":\"last\",\"n\":0}\n");
    assertThat(run(store, "in.jsonl")).as(err.toString()).isZero();
    List<StoredCheckpoint> stored =
        StateDirectory.at(directory.resolve("state"), HostTime.system()).checkpoints();
    byte[] bytes = Files.readAllBytes(stored.get(0).file());
    bytes[bytes.length / 2] ^= 1;
    Files.write(stored.get(0).file(), bytes);

    Path damaged = pipeline(store, "in.jsonl", "");
    assertThat(execute("validate", damaged.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("Cannot read checkpoint " + stored.get(0).id());
    assertThat(run(store, "in.jsonl")).isEqualTo(1);
    String older = stored.get(1).id().toString();
    assertThat(err.toString())
        .contains("Cannot read checkpoint " + stored.get(0).id())
        .contains("start with --from-checkpoint " + older);

    Path pipeline = pipeline(store, "in.jsonl", "");
    assertThat(execute("run", "--from-checkpoint", older, pipeline.toString()))
        .as(err.toString())
        .isZero();
    assertThat(records(store)).isEqualTo(2_001);
  }

  @Test
  void stateOfAnotherPipeline_andACheckpointThatIsNotThere_areConfigurationErrors()
      throws Exception {
    input("in.jsonl", "{\"id\":\"a\",\"n\":1}\n");
    Path pipeline = pipeline(Store.TWO_PHASE, "in.jsonl", "");
    assertThat(execute("run", pipeline.toString())).as(err.toString()).isZero();

    assertThat(execute("run", "--from-checkpoint", "99", pipeline.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("Cannot restore checkpoint 99: it is not in");

    Files.writeString(
        pipeline, Files.readString(pipeline).replace("pipeline: bad", "pipeline: other"));
    assertThat(execute("run", pipeline.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("it was written for pipeline 'bad'")
        .doesNotContain("\tat ");
  }

  @Test
  void fileForAStateDirectory_andAKeyMisspelt_areToldWithWhatHelps() throws Exception {
    input("in.jsonl", "{\"id\":\"a\",\"n\":1}\n");
    input("state", "a file");
    Path pipeline = pipeline(Store.TWO_PHASE, "in.jsonl", "");

    assertThat(execute("validate", pipeline.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("it is no directory, expected one or none");
    assertThat(execute("run", pipeline.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("Cannot take the state in '" + directory.resolve("state") + "': ")
        .contains("is there and no directory, ");

    Files.delete(directory.resolve("state"));
    Files.writeString(pipeline, Files.readString(pipeline).replace("key: id", "key: di"));
    assertThat(execute("run", pipeline.toString())).isEqualTo(4);
    assertThat(err.toString())
        .contains("its key field 'di' is missing or null, expected a value")
        .contains("or key: in the pipeline if 'id' is meant");
  }

  private int run(Store store, String input, String... more) throws IOException {
    return execute("run", pipeline(store, input, String.join("\n", more)).toString());
  }

  private int execute(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
  }

  private Path pipeline(Store store, String input, String more) throws IOException {
    return Files.writeString(
        directory.resolve("bad.yaml"),
        """
        pipeline: bad
        parallelism: 2
        checkpoint: { directory: "DIR/state" }
        source: { type: file, path: "DIR/INPUT" }
        key: id
        sink: SINK
        """
                .replace("SINK", store.sink)
                .replace("INPUT", input)
                .replace("DIR", directory.toString())
            + more);
  }

  private void input(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  /** Two thousand records, one of them as given. */
  private static String lines(int number, String line) {
    return IntStream.rangeClosed(1, 2_000)
        .mapToObj(i -> i == number ? line : "{\"id\":\"k" + i + "\",\"n\":" + i + "}")
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private long records(Store store) throws SQLException, IOException {
    return store == Store.UPSERT ? rows() : lines().count();
  }

  private long rows() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:h2:" + directory.resolve("db"), "", "");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM \"t\"")) {
      result.next();
      return result.getLong(1);
    }
  }

  /** A line a record, in both file stores. */
  private Stream<String> lines() throws IOException {
    Path store = directory.resolve("store");
    if (!Files.isDirectory(store)) {
      return Stream.empty();
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(store)) {
      files
          .filter(file -> file.toString().endsWith(".jsonl"))
          .filter(file -> !file.toString().contains("/_landfall/"))
          .forEach(file -> found.addAll(linesOf(file)));
    }
    return found.stream();
  }

  private static List<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
