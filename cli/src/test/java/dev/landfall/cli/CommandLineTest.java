package dev.landfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a person sees it, on the connectors that come along. */
class CommandLineTest {
  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void run_deliversAllOfTheInput_andNothingMoreASecondTime() throws Exception {
    Path pipeline = pipeline("create-table: true");

    assertThat(execute("run", pipeline.toString())).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("done: 2 records read, 2 committed, 0 rejected")
        .contains("look: java -cp ")
        .contains("SELECT COUNT(*) FROM \"numbers\"");
    assertThat(err.toString())
        .contains("numbers: file to jdbc, exactly-once")
        .contains("generation 1, from the beginning");
    assertThat(rows()).isEqualTo(2);

    out.getBuffer().setLength(0);
    assertThat(execute("run", pipeline.toString())).isZero();
    assertThat(out.toString()).contains("nothing to do: all of the input is delivered");
    assertThat(rows()).isEqualTo(2);

    out.getBuffer().setLength(0);
    assertThat(execute("state", "show", directory.resolve("state").toString())).isZero();
    assertThat(out.toString()).contains("held by nobody").contains("nothing to commit");
  }

  @Test
  void SI_7_run_tellsEverythingThatIsWrongAtOnce() throws Exception {
    Path pipeline = directory.resolve("wrong.yaml");
    Files.writeString(
        pipeline,
        """
        pipeline: numbers
        paralelism: 2
        checkpoint: { directory: state, interval: soon }
        source: { type: flie, path: x.jsonl }
        key: id
        sink: { type: jdbc, url: "jdbc:h2:x", tabel: numbers, batch-rows: "many", password: hunter2,
                user: "${env:LANDFALL_TEST_NOT_SET}" }
        """);

    assertThat(execute("run", pipeline.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("Cannot use '" + pipeline + "': 7 problems")
        .contains("paralelism: unknown key (did you mean 'parallelism'?)")
        .contains("checkpoint.interval: 'soon', expected a duration")
        .contains("source.type: 'flie', expected the name of a source (did you mean 'file'?)")
        .contains("sink.tabel: unknown key (did you mean 'table'?)")
        .contains("sink.batch-rows: 'many', expected a whole number")
        .contains("sink.user: the environment variable 'LANDFALL_TEST_NOT_SET' is not set")
        .contains("sink.password: a value in the file itself")
        .doesNotContain("hunter2")
        .doesNotContain("\tat ");
  }

  @Test
  void SI_9_run_ofAFileThatIsNoYaml_tellsThePlaceAndNotTheContent() throws Exception {
    Path pipeline = directory.resolve("torn.yaml");
    for (String torn : List.of("password: [hunter2\nb", "hunter2", "a: 1\na: hunter2")) {
      Files.writeString(pipeline, torn);

      assertThat(execute("run", pipeline.toString())).isEqualTo(2);
      assertThat(err.toString()).contains("Cannot use '" + pipeline).doesNotContain("hunter2");
    }
    assertThat(err.toString()).contains("line 2, column 2: while parsing a flow sequence");
  }

  @ParameterizedTest
  @CsvSource({
    "none.yaml, there is no such file",
    ".,         it is a directory",
    "in.bin,    it is no UTF-8 text",
    "in.csv,    no mapping at its top",
    "empty,     no mapping at its top"
  })
  void SI_7_whatIsNoPipeline_isToldAsWhatItIs(String name, String what) throws Exception {
    Files.writeString(directory.resolve("in.csv"), "a,b\n1,2\n");
    Files.write(directory.resolve("in.bin"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    Files.createFile(directory.resolve("empty"));

    assertThat(execute("run", directory.resolve(name).toString())).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("Cannot use '" + directory.resolve(name) + "': " + what)
        .contains(", expected a YAML mapping with pipeline, checkpoint, source and sink");
  }

  @Test
  void SI_6_validate_tellsWhatIsMissing_andWritesNothing() throws Exception {
    Path pipeline = pipeline("create-table: false");

    assertThat(execute("validate", pipeline.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("numbers").contains("create-table");
    assertThat(directory.resolve("state")).doesNotExist();
  }

  @Test
  void validate_ofAGoodFile_isReadyToRun() throws Exception {
    Path pipeline = pipeline("create-table: true");

    assertThat(execute("validate", pipeline.toString())).as(err.toString()).isZero();
    assertThat(out.toString()).contains("is ready to run");
    assertThat(directory.resolve("state")).doesNotExist();
  }

  @Test
  void plugins_describe_tellsEveryKey() {
    assertThat(execute("plugins")).isZero();
    assertThat(out.toString()).contains("jdbc").contains("file").contains("generator");

    assertThat(execute("plugins", "describe", "jdbc")).isZero();
    assertThat(out.toString())
        .contains("url: text (required)")
        .contains("mode: one of upsert, xa, confirm (default upsert)")
        .contains("password: a secret as ${env:NAME} or ${file:PATH} (optional)");

    assertThat(execute("plugins", "describe", "jdbc", "--schema")).isZero();
    assertThat(out.toString()).contains("\"additionalProperties\" : false");

    assertThat(execute("plugins", "describe", "jdcb")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean 'jdbc'?");
  }

  @Test
  void wrongArguments_areTold() {
    assertThat(execute("valdate")).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean: landfall validate");
    assertThat(execute("rnu")).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean: landfall run?");

    assertThat(execute("run", directory.resolve("none.yaml").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("none.yaml").doesNotContain("\tat ");

    assertThat(execute("state", "show", directory.resolve("none").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("there is no such directory");
  }

  @Test
  void warmUp_goesThroughARun() {
    assertThat(execute("warm-up")).isZero();
  }

  private int execute(String... arguments) {
    return Landfall.execute(
        new Console(new PrintWriter(out, true), new PrintWriter(err, true)), arguments);
  }

  private Path pipeline(String tableCreation) throws Exception {
    Files.writeString(
        directory.resolve("numbers.jsonl"),
        "{\"id\": \"a\", \"n\": 1}\n{\"id\": \"b\", \"n\": 2}\n");
    Path pipeline = directory.resolve("numbers.yaml");
    Files.writeString(
        pipeline,
        """
        pipeline: numbers
        checkpoint: { directory: "DIR/state" }
        source: { type: file, path: "DIR/numbers.jsonl" }
        key: id
        sink: { type: jdbc, url: "jdbc:h2:DIR/db;WRITE_DELAY=0", table: numbers, CREATE }
        """
            .replace("DIR", directory.toString())
            .replace("CREATE", tableCreation));
    return pipeline;
  }

  private long rows() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:h2:" + directory.resolve("db"), "", "");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM \"numbers\"")) {
      result.next();
      return result.getLong(1);
    }
  }
}
