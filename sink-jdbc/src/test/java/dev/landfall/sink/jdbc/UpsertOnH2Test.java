package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.SinkProvider;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The upsert mode, with H2 as the dialect under test: no guarantee of a server is shown here. */
class UpsertOnH2Test {
  private static final SinkId SINK = new SinkId("earthquakes", "table");
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);

  @TempDir Path directory;
  private final Rejections rejected = new Rejections();
  private String url = "";
  private Connection observer;

  @BeforeEach
  void connect() throws Exception {
    url = "jdbc:h2:mem:" + directory.getFileName();
    observer = DriverManager.getConnection(url);
  }

  @AfterEach
  void disconnect() throws Exception {
    observer.close();
  }

  @Test
  void firstRecordsMakeTheTable_andTheKeyIsTheFieldThatEqualsIt() throws Exception {
    try (IdempotentSink sink = open(JdbcSettings.of(url, "quakes").creating());
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(quake("a", Value.of(2), Value.ofNull()));
      writer.write(quake("b", Value.of(1.6), Value.of(3)));
      writer.flush();
    }

    assertThat(rows("SELECT \"id\", \"mag\", \"felt\" FROM \"quakes\" ORDER BY 1"))
        .containsExactly("a|2.0|null", "b|1.6|3");
    assertThat(rows("SELECT data_type FROM information_schema.columns WHERE table_name = 'quakes'"))
        .containsExactly("CHARACTER VARYING", "DOUBLE PRECISION", "BIGINT");
    assertThat(rejected.reasons()).isEmpty();
  }

  @Test
  void fileDatabaseInAMissingDirectory_isMadeAndKept() throws Exception {
    Path file = directory.resolve(".landfall").resolve("deep").resolve("earthquakes");
    String fileUrl = "jdbc:h2:" + file + ";WRITE_DELAY=0";

    try (IdempotentSink sink = open(JdbcSettings.of(fileUrl, "quakes").creating());
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      assertThat(sink.preflight(TERMS)).isEmpty();
      writer.write(quake("a", Value.of(2.5), Value.ofNull()));
      writer.flush();
    }

    assertThat(Files.exists(Path.of(file + ".mv.db"))).isTrue();
    try (Connection again = DriverManager.getConnection(fileUrl);
        ResultSet row = again.createStatement().executeQuery("SELECT COUNT(*) FROM \"quakes\"")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getInt(1)).isEqualTo(1);
    }
  }

  @Test
  void I_1_twiceIsOnce() throws Exception {
    for (int run = 0; run < 2; run++) {
      try (IdempotentSink sink = open(JdbcSettings.of(url, "quakes").creating());
          IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
        for (int i = 0; i < 25; i++) {
          writer.write(quake("q" + i, Value.of(i), Value.ofNull()));
        }
        writer.flush();
      }
    }

    assertThat(rows("SELECT COUNT(*), SUM(\"mag\") FROM \"quakes\"")).containsExactly("25|300");
  }

  @Test
  void I_3_lastOperationOfAKeyWins_alsoInsideABatch() throws Exception {
    try (IdempotentSink sink = open(JdbcSettings.of(url, "quakes").creating());
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(quake("putDelete", Value.of(1), Value.ofNull()));
      writer.write(SinkRecord.delete(Value.of("putDelete")));
      writer.write(quake("deletePut", Value.of(1), Value.ofNull()));
      writer.write(SinkRecord.delete(Value.of("deletePut")));
      writer.write(quake("deletePut", Value.of(2), Value.ofNull()));
      writer.write(quake("putPut", Value.of(1), Value.ofNull()));
      writer.write(quake("putPut", Value.of(3), Value.ofNull()));
      writer.write(SinkRecord.delete(Value.of("never there")));
      writer.flush();
      writer.write(SinkRecord.delete(Value.of("putPut")));
      writer.flush();
    }

    assertThat(rows("SELECT \"id\", \"mag\" FROM \"quakes\"")).containsExactly("deletePut|2");
    assertThat(rejected.reasons()).isEmpty();
  }

  @Test
  void I_4_missingFieldBecomesNull_howeverTheReplayIsCut() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"a\" INT, \"b\" INT)");

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(put(Value.of(1), Map.of("a", Value.of(1), "b", Value.of(2))));
      writer.flush();
      writer.write(put(Value.of(1), Map.of("a", Value.of(3))));
      writer.flush();
    }

    assertThat(rows("SELECT * FROM \"t\"")).containsExactly("1|3|null");
  }

  @Test
  void fieldsThatDifferInCaseAlone_doNotShareAColumn() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"a\" INT)");
    Map<String, Value> both = new LinkedHashMap<>();
    both.put("a", Value.of(1));
    both.put("A", Value.of(2));
    Map<String, Value> reversed = new LinkedHashMap<>();
    reversed.put("A", Value.of(2));
    reversed.put("a", Value.of(1));

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(put(Value.of(1), Map.of("A", Value.of(1))));
      writer.write(put(Value.of(2), both));
      writer.flush();
    }
    try (IdempotentSink sink = open(JdbcSettings.of(url, "t").ignoringUnknownFields());
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(put(Value.of(3), both));
      writer.write(put(Value.of(4), reversed));
      writer.flush();
    }

    assertThat(rows("SELECT * FROM \"t\" ORDER BY 1")).containsExactly("1|1", "3|1", "4|1");
    assertThat(rejected.reasons()).singleElement().asString().startsWith("Cannot write field A: ");
  }

  @Test
  void I_5_olderVersionNeverReplacesANewerOne() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"v\" BIGINT, \"text\" VARCHAR(9))");

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t").version("v"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(versioned(1, 5, "five"));
      writer.write(versioned(1, 4, "four"));
      writer.flush();
      writer.write(versioned(1, 3, "three"));
      writer.write(versioned(2, 1, "one"));
      writer.flush();
      writer.write(versioned(2, 1, "again"));
      writer.write(SinkRecord.delete(Value.of(2)));
      writer.write(put(Value.of(3), Map.of("text", Value.of("none"))));
      writer.flush();
    }

    assertThat(rows("SELECT * FROM \"t\" ORDER BY 1")).containsExactly("1|5|five", "2|1|again");
    assertThat(rejected.reasons())
        .containsExactly(
            "Cannot delete: a delete has no version to compare with that of the row",
            "Cannot write column v: 'null', expected a version");
  }

  @Test
  void SI_8_recordThatTheDatabaseRefuses_isRejectedAlone() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"a\" INT CHECK (\"a\" <> 13))");

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      for (int i = 0; i < 40; i++) {
        writer.write(put(Value.of(i), Map.of("a", Value.of(i))));
      }
      writer.flush();
    }

    assertThat(rows("SELECT COUNT(*) FROM \"t\"")).containsExactly("39");
    assertThat(rejected.records())
        .extracting(record -> record.key().toString())
        .containsExactly("13");
  }

  @Test
  void SI_8_recordsThatDoNotFit_areRejectedByColumnValueAndBound() throws Exception {
    execute(
        "CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"tiny\" TINYINT, \"text\" VARCHAR(3),"
            + " \"number\" DOUBLE PRECISION, \"money\" NUMERIC(5,2))");

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(put(Value.of(1), Map.of("tiny", Value.of(128))));
      writer.write(put(Value.of(2), Map.of("text", Value.of("abcd"))));
      writer.write(put(Value.of(3), Map.of("number", Value.of(Double.NaN))));
      writer.write(put(Value.of(4), Map.of("money", Value.of(1.005))));
      writer.write(put(Value.of(5), Map.of("other", Value.of(1))));
      writer.write(put(Value.of(6), Map.of("money", Value.of(999.99))));
      writer.flush();
    }

    assertThat(rows("SELECT \"id\", \"money\" FROM \"t\"")).containsExactly("6|999.99");
    assertThat(rejected.reasons())
        .containsExactly(
            "Cannot write column tiny: '128', expected -128 to 127",
            "Cannot write column text: 'abcd', expected at most 3 characters",
            "Cannot write column number: 'NaN', expected a number for double precision",
            "Cannot write column money: '1.005', expected at most numeric(5,2)",
            "Cannot write field other: the table has no such column that is written (add the"
                + " column, or set unknown-fields: ignore)");
  }

  @Test
  void declaredColumnsAndCompositeKey_reservedWordsAndQuotes() throws Exception {
    JdbcSettings configuration =
        JdbcSettings.of(url, "a.b.c")
            .creating()
            .column("select", "INT")
            .column("Cost Total $", "VARCHAR(20)")
            .column("say \"hi\"", "DATE")
            .keys("select", "Cost Total $");

    try (IdempotentSink sink = open(configuration);
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      Value key = Value.of(List.of(Value.of(1), Value.of("")));
      writer.write(put(key, Map.of("say \"hi\"", Value.of(LocalDate.of(1, 1, 1)))));
      writer.write(put(Value.of(List.of(Value.of(2), Value.of("x"))), Map.of()));
      writer.flush();
      writer.write(SinkRecord.delete(Value.of(List.of(Value.of(2), Value.of("x")))));
      writer.write(SinkRecord.delete(Value.of(List.of(Value.of(3), Value.of("x")))));
      writer.flush();
    }

    assertThat(rows("SELECT * FROM \"a.b.c\"")).containsExactly("1||0001-01-01");
  }

  @Test
  void batchesAreBoundedByRowsAndBytes() throws Exception {
    JdbcSettings configuration =
        JdbcSettings.of(url, "quakes").creating().batchRows(7).batchSize("1KiB");

    try (IdempotentSink sink = open(configuration);
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      for (int i = 0; i < 100; i++) {
        writer.write(quake("q" + i, Value.of(i), Value.ofNull()));
      }
      assertThat(rows("SELECT COUNT(*) >= 93 FROM \"quakes\"")).containsExactly("TRUE");
      writer.flush();
    }

    assertThat(rows("SELECT COUNT(*) FROM \"quakes\"")).containsExactly("100");
  }

  @Test
  void SI_3_recordsFromBeforeTheTable_areBoundedByBytes() throws Exception {
    JdbcSettings configuration = JdbcSettings.of(url, "quakes").creating().batchSize("1KiB");

    try (IdempotentSink sink = open(configuration);
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      for (int i = 0; i < 12; i++) {
        writer.write(quake("q".repeat(100) + i, Value.of(i), Value.ofNull()));
      }

      assertThat(rows("SELECT COUNT(*) > 0 FROM \"quakes\"")).containsExactly("TRUE");
      writer.flush();
    }

    assertThat(rows("SELECT COUNT(*) FROM \"quakes\"")).containsExactly("12");
  }

  @Test
  void SI_2_failedWriterStaysFailed_andCloseWritesNothing() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY)");
    IdempotentSink sink = open(JdbcSettings.of(url, "t"));
    IdempotentWriter writer = sink.writer(SINK.writer(0), rejected);
    writer.write(put(Value.of(1), Map.of()));
    execute("DROP TABLE \"t\"");

    assertThatThrownBy(writer::flush).isInstanceOf(SinkException.class);
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY)");
    assertThatThrownBy(writer::flush).hasMessageContaining("SI-2");
    writer.close();
    writer.close();
    sink.close();

    assertThat(rows("SELECT COUNT(*) FROM \"t\"")).containsExactly("0");
  }

  @Test
  void SI_6_preflightNamesEachGapWithItsRemedy() throws Exception {
    execute("CREATE TABLE \"nokey\" (\"id\" INT, \"must\" INT NOT NULL)");
    String lazy = "jdbc:h2:" + directory.resolve("lazy");

    assertThat(findings(JdbcSettings.of(url, "absent")))
        .anyMatch(text -> text.startsWith("ERROR: there is no table absent"));
    assertThat(findings(JdbcSettings.of(url, "nokey")))
        .anyMatch(text -> text.startsWith("ERROR: table nokey has no primary key"));
    assertThat(findings(JdbcSettings.of(url, "nokey").keys("id")))
        .anyMatch(text -> text.startsWith("ERROR: the key [id] of table nokey is not unique"));
    assertThat(findings(JdbcSettings.of(url, "nokey").column("id", "INT")))
        .anyMatch(text -> text.startsWith("ERROR: column must is NOT NULL without a default"));
    assertThat(findings(JdbcSettings.of(lazy, "t").creating()))
        .anyMatch(
            text ->
                text.startsWith("ERROR: H2 acknowledges")
                    && text.contains("append ;WRITE_DELAY=0 to url"));
    assertThat(
            findings(
                JdbcSettings.of("jdbc:h2:tcp://127.0.0.1:1/none", "t")
                    .connectTimeout(Duration.ofSeconds(1))))
        .anyMatch(
            text -> text.startsWith("ERROR: Cannot connect to jdbc:h2:tcp://127.0.0.1:1/none"));
  }

  @Test
  void SI_6_wrongPassword_isToldAtOnce_withUserAndAddress_andWithoutTheSecret() throws Exception {
    String guarded = "jdbc:h2:" + directory.resolve("guarded") + ";WRITE_DELAY=0";
    DriverManager.getConnection(guarded, "anna", "right").close();
    long start = System.nanoTime();

    List<String> findings =
        findings(JdbcSettings.of(guarded, "t").creating().user("anna", "wr0ng"));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    assertThat(findings)
        .singleElement()
        .asString()
        .startsWith("ERROR: Cannot log in to jdbc:h2:" + directory.resolve("guarded"))
        .contains("as user 'anna': ")
        .contains("correct user and password, such as password: ${env:NAME}")
        .doesNotContain("wr0ng");
  }

  @Test
  void SI_6_fileThatCannotBeMade_isOneFinding_andNothingIsPrinted() throws Exception {
    Files.writeString(directory.resolve("file"), "no directory");
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    List<String> findings;
    try {
      findings =
          findings(
              JdbcSettings.of("jdbc:h2:" + directory.resolve("file/db") + ";WRITE_DELAY=0", "t")
                  .creating());
    } finally {
      System.setErr(before);
    }

    assertThat(findings)
        .singleElement()
        .asString()
        .contains("Cannot connect to jdbc:h2:")
        .contains("in a directory that this user may write to");
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("at org.h2.");
  }

  /** Below a file, below what is no file system for users, and without a leading dot. */
  @ParameterizedTest
  @ValueSource(strings = {"DIR/file/db", "/proc/none/db", "DIR/spoiled", "relative"})
  void SI_6_fileThatCannotBeOpened_isToldAtOnce_withItsPath(String path) throws Exception {
    Files.writeString(directory.resolve("file"), "no directory");
    Files.writeString(directory.resolve("spoiled.mv.db"), "no database".repeat(1_000));
    String place = path.replace("DIR", directory.toString());
    long start = System.nanoTime();

    List<String> findings =
        findings(JdbcSettings.of("jdbc:h2:" + place + ";WRITE_DELAY=0", "t").creating());

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    assertThat(findings)
        .singleElement()
        .asString()
        .contains("Cannot connect to jdbc:h2:" + place + ": ")
        .contains("in a directory that this user may write to");
  }

  @Test
  void SI_6_tableThatWouldGetNoKey_isRefusedBeforeItIsMade() throws Exception {
    assertThat(findings(JdbcSettings.of(url, "t").creating().column("id", "INT")))
        .filteredOn(finding -> finding.startsWith("ERROR"))
        .singleElement()
        .asString()
        .contains("would be created without a primary key")
        .contains("name them in key-columns");
    assertThat(findings(JdbcSettings.of(url, "t").creating().column("id", "INT").keys("id")))
        .noneMatch(finding -> finding.startsWith("ERROR"));
  }

  @Test
  void momentsAreUtc_andDatesDoNotMove() throws Exception {
    execute("CREATE TABLE \"t\" (\"id\" INT PRIMARY KEY, \"moment\" TIMESTAMP(6), \"day\" DATE)");
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("moment", Value.of(Instant.parse("2018-02-07T23:59:59.999999Z")));
    fields.put("day", Value.of(LocalDate.of(9999, 12, 31)));

    try (IdempotentSink sink = open(JdbcSettings.of(url, "t"));
        IdempotentWriter writer = sink.writer(SINK.writer(0), rejected)) {
      writer.write(put(Value.of(1), fields));
      writer.write(
          put(
              Value.of(2),
              Map.of("moment", Value.of(Instant.parse("2018-02-07T00:00:00.0000001Z")))));
      writer.flush();
    }

    assertThat(rows("SELECT CAST(\"moment\" AS VARCHAR), CAST(\"day\" AS VARCHAR) FROM \"t\""))
        .containsExactly("2018-02-07 23:59:59.999999|9999-12-31");
    assertThat(rejected.reasons())
        .containsExactly(
            "Cannot write column moment: '2018-02-07T00:00:00.000000100Z', expected at most 6"
                + " digits of a second's fraction");
  }

  @Test
  void providerIsFoundByServiceLoader() {
    assertThat(ServiceLoader.load(SinkProvider.class))
        .anyMatch(provider -> provider.name().equals("jdbc"));
  }

  private List<String> findings(JdbcSettings configuration) throws Exception {
    try (IdempotentSink sink = open(configuration)) {
      return sink.preflight(TERMS).stream().map(Finding::toString).toList();
    }
  }

  private static IdempotentSink open(JdbcSettings configuration) throws SinkException {
    return (IdempotentSink)
        new JdbcSinkProvider().open(configuration.build(), JdbcSettings.context(SINK));
  }

  private static SinkRecord quake(String id, Value magnitude, Value felt) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("id", Value.of(id));
    fields.put("mag", magnitude);
    fields.put("felt", felt);
    return put(Value.of(id), fields);
  }

  private static SinkRecord versioned(long id, long version, String text) {
    return put(Value.of(id), Map.of("v", Value.of(version), "text", Value.of(text)));
  }

  private static SinkRecord put(Value key, Map<String, Value> fields) {
    return SinkRecord.put(key, Value.of(fields));
  }

  private void execute(String sql) throws Exception {
    try (Statement statement = observer.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Statement statement = observer.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows;
  }
}
