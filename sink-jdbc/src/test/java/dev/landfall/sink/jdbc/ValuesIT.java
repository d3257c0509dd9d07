package dev.landfall.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes in comes out, on each real server; and what does not fit is rejected by name. */
class ValuesIT {
  private static final PipelineTerms TERMS =
      new PipelineTerms(
          Guarantee.Level.EXACTLY_ONCE, Duration.ofSeconds(1), Duration.ofHours(1), 1, true);

  private final SinkId sink = Names.sink();
  private final Rejections rejected = new Rejections();

  /** One value, its column's type by server, and how the server prints it. */
  private record Case(
      String name, Value value, String mysql, String mariadb, String postgres, String printed) {
    String type(Server server) {
      return switch (server) {
        case MYSQL -> mysql;
        case MARIADB -> mariadb;
        case POSTGRES -> postgres;
      };
    }
  }

  private static Case of(String name, Value value, String type, String printed) {
    return new Case(name, value, type, type, type, printed);
  }

  private static Case of(String name, Value value, String my, String postgres, String printed) {
    return new Case(name, value, my, my, postgres, printed);
  }

  private static final String UTF8 = "VARCHAR(40) CHARACTER SET utf8mb4";
  private static final String DIGITS = "12345678901234567890123456789.123456789";

  private static List<Case> cases() {
    return List.of(
        of("least long", Value.of(Long.MIN_VALUE), "BIGINT", "-9223372036854775808"),
        of("greatest long", Value.of(Long.MAX_VALUE), "BIGINT", "9223372036854775807"),
        of("small", Value.of(-32768), "SMALLINT", "-32768"),
        of("38 digits", Value.of(new BigDecimal(DIGITS)), "DECIMAL(38,9)", DIGITS),
        of("double", Value.of(0.1), "DOUBLE PRECISION", "0.1"),
        of("whole double", Value.of(2), "DOUBLE PRECISION", "2"),
        of("text of a number", Value.of("300"), "INTEGER", "300"),
        of("four bytes", Value.of("a😀b"), UTF8, "VARCHAR(40)", "a😀b"),
        of("forty of them", Value.of("😀".repeat(40)), UTF8, "VARCHAR(40)", "😀".repeat(40)),
        of("quotes", Value.of("'\"\\;--\n%_?"), UTF8, "VARCHAR(40)", "'\"\\;--\n%_?"),
        of("empty text", Value.of(""), UTF8, "VARCHAR(40)", ""),
        of("null text", Value.ofNull(), UTF8, "VARCHAR(40)", "null"),
        of("trailing space", Value.of("a  "), UTF8, "VARCHAR(40)", "a  "),
        of("first day", Value.of(LocalDate.of(1, 1, 1)), "DATE", "0001-01-01"),
        of("last day", Value.of(LocalDate.of(9999, 12, 31)), "DATE", "9999-12-31"),
        of("a gap in Berlin", Value.of(LocalDate.of(1980, 4, 6)), "DATE", "1980-04-06"),
        of("leap day", Value.of("2024-02-29"), "DATE", "2024-02-29"),
        of(
            "microseconds",
            Value.of(Instant.parse("2018-02-07T01:26:13.123456Z")),
            "DATETIME(6)",
            "TIMESTAMP(6)",
            "2018-02-07 01:26:13.123456"),
        of(
            "year 1",
            Value.of(Instant.parse("0001-01-01T00:00:00.000001Z")),
            "DATETIME(6)",
            "TIMESTAMP(6)",
            "0001-01-01 00:00:00.000001"),
        of(
            "year 9999",
            Value.of(Instant.parse("9999-12-31T23:59:59.999999Z")),
            "DATETIME(6)",
            "TIMESTAMP(6)",
            "9999-12-31 23:59:59.999999"),
        of(
            "an hour that is missing in Berlin",
            Value.of(Instant.parse("2024-03-31T02:30:00.5Z")),
            "DATETIME(6)",
            "TIMESTAMP(6)",
            "2024-03-31 02:30:00.500000"),
        of(
            "moment in a zone",
            Value.of(Instant.parse("2024-03-31T02:30:00Z")),
            "TIMESTAMP(6) NULL",
            "TIMESTAMP(6) WITH TIME ZONE",
            "2024-03-31 02:30:00.000000"),
        of("time", Value.of(LocalTime.of(23, 59, 59, 999_999_000)), "TIME(6)", "23:59:59.999999"),
        of("true", Value.of(true), "BOOLEAN", "1"),
        of("false", Value.of(false), "BOOLEAN", "0"),
        of("bytes", Value.of(new byte[] {0, 39, 92, -1}), "VARBINARY(9)", "BYTEA", "00275CFF"),
        of(
            "json",
            Value.of(Map.of("k", Value.of(List.of(Value.of(1), Value.of("ü"))))),
            "JSON",
            "JSONB",
            "{\"k\": [1, \"ü\"]}"));
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void valuesComeOutAsTheyWentIn_inAJvmOfAnotherZone(Server server) throws Exception {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    try {
      roundTrip(server);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private void roundTrip(Server server) throws Exception {
    String table = Names.table();
    List<Case> cases = cases();
    JdbcSettings settings = server.settings(table).creating().column("id", "INTEGER").keys("id");
    Map<String, Value> fields = new LinkedHashMap<>();
    for (Case each : cases) {
      settings.column(each.name(), each.type(server));
      fields.put(each.name(), each.value());
    }

    try (IdempotentSink opened = open(settings);
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(SinkRecord.put(Value.of(1), Value.of(fields)));
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    for (Case each : cases) {
      String column = printed(server, each);
      assertThat(server.rows("SELECT " + column + " FROM " + server.quote(table)))
          .as(each.name())
          .containsExactly(expected(server, each));
    }
  }

  /** The server prints the value itself, so that no driver's conversion hides another's mistake. */
  private static String printed(Server server, Case each) {
    String column = server.quote(each.name());
    if (each.value().kind() == Value.Kind.BYTES) {
      return server == Server.POSTGRES
          ? "upper(encode(" + column + ", 'hex'))"
          : "HEX(" + column + ")";
    }
    if (each.value().kind() == Value.Kind.BOOLEAN) {
      return "CASE WHEN " + column + " THEN '1' ELSE '0' END";
    }
    if (server == Server.POSTGRES) {
      return each.value().kind() == Value.Kind.INSTANT
          ? "to_char(" + column + inUtc(each) + ", 'YYYY-MM-DD HH24:MI:SS.US')"
          : "CAST(" + column + " AS TEXT)";
    }
    return each.name().equals("moment in a zone")
        ? "CAST(CONVERT_TZ(" + column + ", @@session.time_zone, '+00:00') AS CHAR)"
        : "CAST(" + column + " AS CHAR CHARACTER SET utf8mb4)";
  }

  private static String inUtc(Case each) {
    return each.postgres().endsWith("ZONE") ? " AT TIME ZONE 'UTC'" : "";
  }

  private static String expected(Server server, Case each) {
    // MariaDB keeps JSON as the text that it was given.
    return each.name().equals("json") && server == Server.MARIADB
        ? each.printed().replace(": ", ":").replace(", ", ",")
        : each.printed();
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_8_whatDoesNotFitIsRejected_andItsNeighboursAreWritten(Server server) throws Exception {
    String table = Names.table();
    boolean postgres = server == Server.POSTGRES;
    JdbcSettings settings =
        server
            .settings(table)
            .creating()
            .column("id", "INTEGER")
            .column("short", "VARCHAR(3)")
            .column("number", "DOUBLE PRECISION")
            .column("money", "DECIMAL(5,2)")
            .column("whole", "SMALLINT")
            .column("moment", postgres ? "TIMESTAMP(3)" : "DATETIME(3)")
            .column("day", "DATE")
            .keys("id");
    Map<String, Value> bad = new LinkedHashMap<>();
    bad.put("short", Value.of("abcd"));
    bad.put("number", Value.of(Double.POSITIVE_INFINITY));
    bad.put("money", Value.of(new BigDecimal("1000.00")));
    bad.put("whole", Value.of(32768));
    bad.put("moment", Value.of(Instant.parse("2018-02-07T01:26:13.0001Z")));
    bad.put("day", Value.of(LocalDate.of(10000, 1, 1)));

    try (IdempotentSink opened = open(settings);
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      int id = 0;
      for (Map.Entry<String, Value> each : bad.entrySet()) {
        writer.write(put(Value.of(id++), Map.of("whole", Value.of(1))));
        writer.write(put(Value.of(id++), Map.of(each.getKey(), each.getValue())));
      }
      writer.flush();
    }

    assertThat(server.rows("SELECT COUNT(*) FROM " + server.quote(table))).containsExactly("6");
    assertThat(rejected.reasons()).hasSize(6);
    assertThat(bad.keySet())
        .allSatisfy(
            column ->
                assertThat(rejected.reasons())
                    .anyMatch(reason -> reason.startsWith("Cannot write column " + column + ": ")));
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_8_whatOnlyTheServerRefusesIsFoundByHalving(Server server) throws Exception {
    String table = Names.table();
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a INTEGER CHECK (a <> 13))");

    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      for (int i = 0; i < 50; i++) {
        writer.write(put(Value.of(i), Map.of("a", Value.of(i))));
      }
      writer.flush();
    }

    assertThat(server.rows("SELECT COUNT(*) FROM " + table)).containsExactly("49");
    assertThat(rejected.records()).extracting(r -> r.key().toString()).containsExactly("13");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void I_3_putsAndDeletesOfReservedAndOddNames(Server server) throws Exception {
    String table = Names.table() + ".b.c";
    JdbcSettings settings =
        server
            .settings(table)
            .creating()
            .column("order", "INTEGER")
            .column("group", "VARCHAR(20)")
            .column("Cost Total $", "INTEGER")
            .column("back`tick\"", "INTEGER")
            .keys("order", "group");

    try (IdempotentSink opened = open(settings);
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      for (int i = 0; i < 10; i++) {
        writer.write(
            put(key(i, "x"), Map.of("Cost Total $", Value.of(i), "back`tick\"", Value.of(-i))));
      }
      writer.write(SinkRecord.delete(key(1, "x")));
      writer.flush();
      writer.write(put(key(2, "x"), Map.of("Cost Total $", Value.of(22))));
      writer.write(SinkRecord.delete(key(3, "x")));
      writer.write(SinkRecord.delete(key(4, "x")));
      writer.write(put(key(4, "x"), Map.of("Cost Total $", Value.of(44))));
      writer.write(SinkRecord.delete(key(5, "other")));
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    assertThat(
            server.rows(
                "SELECT "
                    + server.quote("order")
                    + ", "
                    + server.quote("Cost Total $")
                    + " FROM "
                    + server.quote(table)
                    + " ORDER BY 1"))
        .containsExactly("0|0", "2|22", "4|44", "5|5", "6|6", "7|7", "8|8", "9|9");
  }

  /** Without NO_AUTO_VALUE_ON_ZERO each time it is written it becomes the next number. */
  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void I_1_keyZeroOfAColumnThatCounts_isThatKey(Server server) throws Exception {
    String table = Names.table();
    server.execute("CREATE TABLE " + table + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, a INTEGER)");

    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      for (int run = 1; run <= 2; run++) {
        writer.write(put(Value.of(0), Map.of("a", Value.of(run))));
        writer.flush();
      }
    }

    assertThat(server.rows("SELECT id, a FROM " + table)).containsExactly("0|2");
  }

  /** Put and delete of one row must not change places, and PostgreSQL takes it once. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void I_3_keysThatAreOneForTheDatabase_areOneInABatch(Server server) throws Exception {
    List<String> types = new ArrayList<>(List.of("CHAR(5)"));
    if (server != Server.POSTGRES) {
      types.add("VARCHAR(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }
    for (String type : types) {
      String table = Names.table();
      server.execute("CREATE TABLE " + table + " (id " + type + " PRIMARY KEY, a INTEGER)");
      try (IdempotentSink opened = open(server.settings(table));
          IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
        writer.write(put(Value.of("a"), Map.of("a", Value.of(1))));
        writer.write(put(Value.of("a "), Map.of("a", Value.of(2))));
        writer.write(put(Value.of("b "), Map.of("a", Value.of(1))));
        writer.write(SinkRecord.delete(Value.of("b")));
        writer.write(SinkRecord.delete(Value.of("c ")));
        writer.write(put(Value.of("c"), Map.of("a", Value.of(3))));
        writer.write(put(Value.of("d"), Map.of("a", Value.of(4))));
        writer.flush();
        writer.write(SinkRecord.delete(Value.of("d ")));
        writer.flush();
      }

      assertThat(server.rows("SELECT RTRIM(id), a FROM " + table + " ORDER BY 1"))
          .as(type)
          .containsExactly("a|2", "c|3");
    }
    assertThat(rejected.reasons()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void I_3_numbersOfAnotherScaleAreOneKey(Server server) throws Exception {
    String table = Names.table();
    String type = server == Server.POSTGRES ? "NUMERIC" : "DECIMAL(10,2)";
    server.execute("CREATE TABLE " + table + " (id " + type + " PRIMARY KEY, a INTEGER)");

    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(put(Value.of(new BigDecimal("1.0")), Map.of("a", Value.of(1))));
      writer.write(put(Value.of(new BigDecimal("1.00")), Map.of("a", Value.of(2))));
      writer.write(put(Value.of(new BigDecimal("1E+2")), Map.of("a", Value.of(3))));
      writer.write(put(Value.of(new BigDecimal("200")), Map.of("a", Value.of(4))));
      writer.flush();
      writer.write(SinkRecord.delete(Value.of(new BigDecimal("2E+2"))));
      writer.write(put(Value.of(100), Map.of("a", Value.of(5))));
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    assertThat(server.rows("SELECT a FROM " + table + " ORDER BY id")).containsExactly("2", "5");
  }

  /** What a collation takes for equal is not known here: the rows get statements of their own. */
  @Test
  void I_3_keysThatACollationTakesForOne_doNotStopThePipeline() throws Exception {
    String table = Names.table();
    Server.POSTGRES.execute(
        "CREATE COLLATION c"
            + table
            + " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
        "CREATE TABLE " + table + " (id TEXT COLLATE c" + table + " PRIMARY KEY, a INTEGER)");

    try (IdempotentSink opened = open(Server.POSTGRES.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(put(Value.of("a"), Map.of("a", Value.of(1))));
      writer.write(put(Value.of("A"), Map.of("a", Value.of(1))));
      writer.write(put(Value.of("b"), Map.of("a", Value.of(1))));
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    assertThat(Server.POSTGRES.rows("SELECT COUNT(*) FROM " + table)).containsExactly("2");
  }

  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void SI_8_textOfAnotherCharacterSet_isNotMeasuredInUtf8(Server server) throws Exception {
    String table = Names.table();
    server.execute(
        "CREATE TABLE "
            + table
            + " (id INTEGER PRIMARY KEY, a VARCHAR(6) CHARACTER SET latin1, b TINYTEXT CHARACTER"
            + " SET latin1)");

    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(put(Value.of(1), Map.of("a", Value.of("Müller"))));
      writer.write(put(Value.of(2), Map.of("b", Value.of("ü".repeat(255)))));
      writer.write(put(Value.of(3), Map.of("b", Value.of("ü".repeat(256)))));
      writer.flush();
    }

    assertThat(server.rows("SELECT id FROM " + table + " ORDER BY 1")).containsExactly("1", "2");
    assertThat(rejected.records()).extracting(r -> r.key().toString()).containsExactly("3");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void I_5_olderVersionNeverReplacesANewerOne(Server server) throws Exception {
    String table = Names.table();
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, v BIGINT, a VARCHAR(9), b INTEGER)");

    try (IdempotentSink opened = open(server.settings(table).version("v"));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(versioned(1, 5, "five"));
      writer.write(versioned(2, 5, "five"));
      writer.flush();
      writer.write(versioned(1, 4, "four"));
      writer.write(versioned(2, 6, "six"));
      writer.write(versioned(3, 1, "one"));
      writer.flush();
      writer.write(versioned(3, 1, "again"));
      writer.flush();
    }

    assertThat(server.rows("SELECT id, v, a, b FROM " + table + " ORDER BY id"))
        .containsExactly("1|5|five|50", "2|6|six|60", "3|1|again|10");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void inferredTableHoldsAllKinds(Server server) throws Exception {
    String table = Names.table();
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("id", Value.of("Ä"));
    fields.put("flag", Value.of(true));
    fields.put("mag", Value.of(2));
    fields.put("money", Value.of(new BigDecimal("1.10")));
    fields.put("at", Value.of(Instant.parse("2018-02-07T01:26:13.123456Z")));
    fields.put("nothing", Value.ofNull());
    fields.put("list", Value.of(List.of(Value.of(1))));
    fields.put("raw", Value.of(new byte[] {1}));
    Map<String, Value> second = new LinkedHashMap<>(fields);
    second.put("id", Value.of("ä"));
    second.put("mag", Value.of(1.6));

    try (IdempotentSink opened = open(server.settings(table).creating());
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      writer.write(put(Value.of("Ä"), fields));
      writer.write(put(Value.of("ä"), second));
      writer.write(put(Value.of("ä "), withId(second, "ä ")));
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    assertThat(server.rows("SELECT COUNT(*) FROM " + table + " WHERE mag > 1.5 AND mag < 2.1"))
        .containsExactly("3");
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void batchesStayBelowTheServersLimits(Server server) throws Exception {
    String table = Names.table();
    List<String> names = new ArrayList<>();
    JdbcSettings settings =
        server.settings(table).creating().column("id", "INTEGER").keys("id").batchRows(100_000);
    for (int i = 0; i < 50; i++) {
      names.add("c" + i);
      settings.column("c" + i, "INTEGER");
    }
    settings.column("blob", server == Server.POSTGRES ? "TEXT" : "LONGTEXT");

    try (IdempotentSink opened = open(settings);
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      for (int i = 0; i < 3000; i++) {
        Map<String, Value> fields = new LinkedHashMap<>();
        names.forEach(name -> fields.put(name, Value.of(1)));
        fields.put("blob", Value.of(i % 1000 == 0 ? "x".repeat(3_000_000) : "y"));
        writer.write(put(Value.of(i), fields));
      }
      writer.flush();
    }

    assertThat(rejected.reasons()).isEmpty();
    assertThat(server.rows("SELECT COUNT(*) FROM " + table)).containsExactly("3000");
  }

  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void SI_8_recordThatIsLargerThanAPacketIsRejectedAlone(Server server) throws Exception {
    String table = Names.table();
    server.execute("CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a LONGTEXT)");
    JdbcSettings settings =
        JdbcSettings.of(server.store().jdbcUrl() + "&maxAllowedPacket=1048576", table)
            .user(server.store().user(), server.store().password());

    try (IdempotentSink opened = open(settings);
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected)) {
      for (int i = 0; i < 10; i++) {
        String text = i == 5 ? "x".repeat(2_000_000) : "y".repeat(200_000);
        writer.write(put(Value.of(i), Map.of("a", Value.of(text))));
      }
      writer.flush();
    }

    assertThat(server.rows("SELECT COUNT(*) FROM " + table)).containsExactly("9");
    assertThat(rejected.records()).extracting(r -> r.key().toString()).containsExactly("5");
  }

  /** A process that is stopped there would hold its successor back for hours. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void betweenTwoStatementsNoLockIsHeld(Server server) throws Exception {
    String table = Names.table();
    String written = "SELECT COUNT(*) FROM " + table + " WHERE id = 1";
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a INTEGER)",
        "INSERT INTO " + table + " VALUES (2, 0)");
    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected);
        Connection other = Server.connect(server.store());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("UPDATE " + table + " SET a = 9 WHERE id = 2");
      writer.write(put(Value.of(1), Map.of("a", Value.of(1))));
      writer.write(SinkRecord.delete(Value.of(2)));
      CompletableFuture<Boolean> flushed = CompletableFuture.supplyAsync(() -> flushed(writer));

      // The delete waits for the other program; the put before it is done.
      long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (server.rows(written).equals(List.of("0")) && System.nanoTime() < deadline) {
        new CompletableFuture<Void>().completeOnTimeout(null, 50, TimeUnit.MILLISECONDS).join();
      }

      assertThat(server.rows(written)).containsExactly("1");
      assertThat(flushed).isNotDone();
      other.rollback();
      assertThat(flushed).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
      assertThat(server.rows("SELECT id FROM " + table)).containsExactly("1");
    }
  }

  private static boolean flushed(IdempotentWriter writer) {
    try {
      writer.flush();
      return true;
    } catch (SinkException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Two batches that lock each other's rows crosswise: the victim is written again. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void deadlockWithAnotherProgramIsRepeated(Server server) throws Exception {
    String table = Names.table();
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY, a INTEGER)",
        "INSERT INTO " + table + " VALUES (1, 0), (2, 0)");
    try (IdempotentSink opened = open(server.settings(table));
        IdempotentWriter writer = opened.writer(sink.writer(0), rejected);
        Connection other = Server.connect(server.store());
        Statement statement = other.createStatement()) {
      writer.write(put(Value.of(1), Map.of("a", Value.of(1))));
      writer.write(put(Value.of(2), Map.of("a", Value.of(1))));
      other.setAutoCommit(false);
      statement.execute("UPDATE " + table + " SET a = 9 WHERE id = 2");
      CompletableFuture<Optional<String>> otherEnd =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  statement.execute("UPDATE " + table + " SET a = 9 WHERE id = 1");
                  other.commit();
                  return Optional.empty();
                } catch (SQLException e) {
                  return Optional.of(e.getMessage());
                }
              },
              CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));

      writer.flush();

      assertThat(otherEnd).succeedsWithin(Duration.ofSeconds(60));
      assertThat(server.rows("SELECT COUNT(*) FROM " + table + " WHERE a = 1"))
          .as("whoever was the victim: " + otherEnd.join())
          .containsExactly("2");
    }
  }

  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_preflightFindsWhatIsMissing(Server server) throws Exception {
    String table = Names.table();
    String engine = server == Server.POSTGRES ? "" : " ENGINE=MyISAM";
    String text = server == Server.POSTGRES ? "TEXT" : "VARCHAR(9) CHARACTER SET latin1";
    server.execute(
        "CREATE TABLE "
            + table
            + " (id VARCHAR(9) PRIMARY KEY, mail VARCHAR(9), f REAL, note "
            + text
            + ", UNIQUE (mail))"
            + engine);

    List<String> findings;
    try (IdempotentSink opened = open(server.settings(table))) {
      findings = opened.preflight(TERMS).stream().map(Finding::toString).toList();
    }
    List<String> clean;
    try (IdempotentSink opened = open(server.settings(Names.table()).creating())) {
      clean = opened.preflight(TERMS).stream().map(Finding::toString).toList();
    }

    assertThat(clean).isEmpty();
    assertThat(findings).anyMatch(finding -> finding.contains("a second unique index, over mail"));
    if (server != Server.POSTGRES) {
      assertThat(findings)
          .anyMatch(finding -> finding.contains("engine MyISAM"))
          .anyMatch(finding -> finding.contains("character set latin1"))
          .anyMatch(finding -> finding.contains("key column id has collation"));
    } else {
      assertThat(findings).anyMatch(finding -> finding.contains("32 bits"));
    }
  }

  /** An upsert on MySQL and MariaDB would overwrite the row that has the same beginning. */
  @ParameterizedTest
  @EnumSource(Server.class)
  void SI_6_uniqueIndexOverLessOrOtherThanAColumn_isFound(Server server) throws Exception {
    String prefix = Names.table();
    String expression = Names.table();
    String second = "has a second unique index, over an expression or a part of a column";
    if (server != Server.POSTGRES) {
      server.execute("CREATE TABLE " + prefix + " (id VARCHAR(9), PRIMARY KEY (id(3)))");
      assertThat(findings(server.settings(prefix)))
          .anyMatch(f -> f.startsWith("ERROR") && f.contains("only the beginning of a column"));
      assertThat(findings(server.settings(prefix).keys("id")))
          .anyMatch(f -> f.startsWith("ERROR") && f.contains("is not unique"));
    }
    server.execute("CREATE TABLE " + expression + " (id INTEGER PRIMARY KEY, mail VARCHAR(99))");
    server.execute(
        "CREATE UNIQUE INDEX u"
            + expression
            + " ON "
            + expression
            + (server == Server.MARIADB ? " (mail(3))" : " ((lower(mail)))"));

    assertThat(findings(server.settings(expression)))
        .anyMatch(
            f ->
                f.startsWith(server == Server.POSTGRES ? "WARNING" : "ERROR")
                    && f.contains(second));
  }

  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void SI_6_typesThatChangeValues_areTold(Server server) throws Exception {
    String table = Names.table();
    server.execute(
        "CREATE TABLE "
            + table
            + " (id VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PRIMARY KEY, c CHAR(3),"
            + " b BINARY(3), f FLOAT(7,4), d DOUBLE(7,4), e ENUM('x', 'y'), fine DOUBLE)");

    assertThat(findings(server.settings(table)))
        .anyMatch(f -> f.contains("key column id") && f.contains("differ in spaces at their end"))
        .anyMatch(f -> f.contains("column c ") && f.contains("does not keep spaces"))
        .anyMatch(f -> f.contains("column b ") && f.contains("with zeros"))
        .anyMatch(f -> f.contains("column f ") && f.contains("rounds"))
        .anyMatch(f -> f.contains("column d ") && f.contains("rounds"))
        .anyMatch(f -> f.contains("column e ") && f.contains("number of a member"))
        .noneMatch(f -> f.contains("column fine "));
  }

  @ParameterizedTest
  @EnumSource(
      value = Server.class,
      names = {"MYSQL", "MARIADB"})
  void SI_6_bookkeepingTableWithoutTransactions_isRefused(Server server) throws Exception {
    String table = Names.table();
    String prefix = "b" + table;
    server.execute(
        "CREATE TABLE " + table + " (id INTEGER PRIMARY KEY)",
        "CREATE TABLE " + prefix + "_confirmation (pipeline VARCHAR(48)) ENGINE=MyISAM");

    assertThat(findings(server.settings(table).mode(JdbcMode.CONFIRM).bookkeeping(prefix)))
        .anyMatch(f -> f.startsWith("ERROR") && f.contains("_confirmation has engine MyISAM"));
  }

  private List<String> findings(JdbcSettings settings) throws Exception {
    try (Sink opened = new JdbcSinkProvider().open(settings.build(), JdbcSettings.context(sink))) {
      return opened.preflight(TERMS).stream().map(Finding::toString).toList();
    }
  }

  private static Map<String, Value> withId(Map<String, Value> fields, String id) {
    Map<String, Value> copy = new LinkedHashMap<>(fields);
    copy.put("id", Value.of(id));
    return copy;
  }

  private static Value key(int order, String group) {
    return Value.of(List.of(Value.of(order), Value.of(group)));
  }

  private static SinkRecord versioned(long id, long version, String text) {
    return put(
        Value.of(id),
        Map.of("v", Value.of(version), "a", Value.of(text), "b", Value.of(version * 10)));
  }

  private static SinkRecord put(Value key, Map<String, Value> fields) {
    return SinkRecord.put(key, Value.of(fields));
  }

  private IdempotentSink open(JdbcSettings settings) throws Exception {
    return (IdempotentSink)
        new JdbcSinkProvider().open(settings.build(), JdbcSettings.context(sink));
  }
}
