package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.SourceException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CSV after RFC 4180. */
final class FileSourceCsvTest {
  @TempDir Path directory;

  private FileKeys keys(String content) throws Exception {
    return FileKeys.of(Files.writeString(directory.resolve("in.csv"), content));
  }

  private Collected read(String content) throws Exception {
    return keys(content).read();
  }

  @Test
  void quotes_keepDelimitersQuotesAndLineBreaks() throws Exception {
    Collected read =
        read("a,b\r\n\"x, \"\"y\"\"\",\"two\r\nlines\nthree\"\r\n\"\",plain 5\" pipe\r\nlast,one");

    assertThat(read.rejected).isEmpty();
    assertThat(read.column("a"))
        .containsExactly(Value.of("x, \"y\""), Value.of(""), Value.of("last"));
    assertThat(read.column("b"))
        .containsExactly(
            Value.of("two\r\nlines\nthree"), Value.of("plain 5\" pipe"), Value.of("one"));
    assertThat(read.records.stream().map(record -> record.position().line()))
        .containsExactly(2L, 5L, 6L);
  }

  @Test
  void emptyField_isNull_unlessQuotedText() throws Exception {
    Collected read = read("t,n\n\"\",\"\"\n,\nx,1\n");

    assertThat(read.column("t")).containsExactly(Value.of(""), Value.ofNull(), Value.of("x"));
    assertThat(read.column("n")).containsExactly(Value.ofNull(), Value.ofNull(), Value.of(1));
  }

  @Test
  void nullTexts_countWithoutQuotesOnly() throws Exception {
    FileKeys keys = keys("v\nNA\n\"NA\"\n7\n").csv(",", "first-record", List.of(), List.of("NA"));

    assertThat(keys.read().column("v"))
        .containsExactly(Value.ofNull(), Value.of("NA"), Value.of("7"));
  }

  @Test
  void byteOrderMarkBeforeAQuotedHeader_isNoPartOfIt() throws Exception {
    assertThat(read("\uFEFF\"a\nb\",c\n1,2\n").field(0, "a\nb")).isEqualTo(Value.of(1));
  }

  @Test
  void givenColumnsWithoutHeader_andAnotherDelimiter() throws Exception {
    FileKeys keys = keys("1\t2\n3\t4\n").csv("\t", "none", List.of("x", "y"), List.of());

    Collected read = keys.read();

    assertThat(read.column("y")).containsExactly(Value.of(2), Value.of(4));
    assertThat(read.records.get(0).position().line()).isEqualTo(1);
  }

  @Test
  void oneColumn_emptyLineIsANull() throws Exception {
    assertThat(read("a\n1\n\n2\n").column("a"))
        .containsExactly(Value.of(1), Value.ofNull(), Value.of(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2 | 2 fields, expected 3",
        "1,2,3,4 | 4 fields, expected 3",
        "1,\"x\"y,3 | text behind the closing quote at column 5",
      })
  void SI_8_raggedRow_isRejectedByLine(String row, String reason) throws Exception {
    Collected read = read("a,b,c\n1,2,3\n" + row + "\n4,5,6\n");

    assertThat(read.column("a")).containsExactly(Value.of(1), Value.of(4));
    assertThat(read.rejected).hasSize(1);
    assertThat(read.rejected.get(0).position().line()).isEqualTo(3);
    assertThat(read.rejected.get(0).raw()).isEqualTo(row);
    assertThat(read.rejected.get(0).reason()).startsWith("Cannot read the record: " + reason);
  }

  @Test
  void SI_8_quoteThatIsNeverClosed_isRejectedWhereItBegins() throws Exception {
    Collected read = read("a,b\n1,2\n3,\"open\n5,6\n");

    assertThat(read.records).hasSize(1);
    assertThat(read.rejected.get(0).position().line()).isEqualTo(3);
    assertThat(read.rejected.get(0).reason())
        .contains("the quote at column 3 is never closed, expected another before the end");
  }

  @Test
  void birdstrikes_typesAreInferred() throws Exception {
    Collected read = FileKeys.of(FileKeys.DATA.resolve("birdstrikes.csv")).read();

    assertThat(read.rejected).isEmpty();
    assertThat(read.field(0, "Flight Date")).isEqualTo(Value.of(LocalDate.of(1990, 1, 8)));
    assertThat(read.field(0, "Cost Total $")).isEqualTo(Value.of(0));
    assertThat(read.field(0, "Speed IAS in knots")).isEqualTo(Value.of(300));
    assertThat(read.column("Speed IAS in knots").stream().filter(Value::isNull)).hasSize(2836);
  }

  @Test
  void stocks_datesAreReadByPattern() throws Exception {
    Collected read =
        FileKeys.of(FileKeys.DATA.resolve("stocks.csv"))
            .schema(Map.of("date", "date MMM d yyyy", "price", "decimal"), 10_000)
            .read();

    assertThat(read.rejected).isEmpty();
    assertThat(read.field(0, "date")).isEqualTo(Value.of(LocalDate.of(2000, 1, 1)));
    assertThat(read.field(559, "price")).isEqualTo(Value.of(new BigDecimal("223.02")));
    assertThat(read.field(559, "symbol")).isEqualTo(Value.of("AAPL"));
  }

  @ParameterizedTest
  @CsvSource({
    "1;2, LONG",
    "1;2.5, DOUBLE",
    "1;99999999999999999999, DECIMAL",
    "9007199254740993;0.5, DECIMAL",
    "true;false, BOOLEAN",
    "true;1, TEXT",
    "007;1, TEXT",
    "+1;1, TEXT",
    "-0;1, TEXT",
    "TRUE;true, TEXT",
    "2000-01-31;1999-12-31, DATE",
    "2000-02-30;1999-12-31, TEXT",
    "2000-01-31T12:00:00Z;2000-01-31T12:00:00.5Z, INSTANT",
    "2000-01-31T12:00:00+02:00;2000-01-31T12:00:00Z, TEXT",
    "12:30:00;23:59, TIME",
    "2000-01-31;7, TEXT",
    "NaN;1.5, TEXT"
  })
  void inferredType_isTheWidestThatKeepsTheSpelling(String rows, Value.Kind kind) throws Exception {
    Collected read = read("v,w\n" + rows.replace(";", ",x\n") + ",x\n");

    assertThat(read.rejected).isEmpty();
    assertThat(read.column("v")).extracting(Value::kind).containsOnly(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.5",
    "1, 007",
    "1, x",
    "1.5, 1e400",
    "true, TRUE",
    "2000-01-01, 2000-13-01",
    "2.5, 1_0"
  })
  void SI_8_whatDoesNotFitTheSample_isRejected(String sampled, String later) throws Exception {
    FileKeys keys = keys("v,w\n" + sampled + ",x\n" + later + ",x\n").schema(Map.of(), 1);

    Collected read = keys.read();

    assertThat(read.records).hasSize(1);
    assertThat(read.rejected.get(0).reason())
        .startsWith("Cannot read field 'v' as ")
        .contains("'" + later + "', expected")
        .endsWith("(declare its type in schema: it was inferred from the first records)");
  }

  @ParameterizedTest
  @CsvSource({
    "long, 0042, 42",
    "double, .5, 0.5",
    "double, NaN, NaN",
    "double, 7, 7.0",
    "decimal, 1.10, 1.10",
    "boolean, TRUE, true",
    "bytes hex, 01ff, 0x01ff",
    "bytes, AQ==, 0x01",
    "instant, 2000-01-31T12:00:00+02:00, 2000-01-31T10:00:00Z",
    "instant seconds, 1.5, 1970-01-01T00:00:01.500Z",
    "instant micros, -1, 1969-12-31T23:59:59.999999Z",
    "instant uuuu-MM-dd HH:mm, 2000-01-31 12:00, 2000-01-31T12:00:00Z",
    "date dd.MM.yyyy, 31.01.2000, 2000-01-31",
    "time h:mm a, 1:05 PM, 13:05",
    "text, 007, 007",
    "any, 1, 1"
  })
  void declaredType_readsText(String type, String text, String expected) throws Exception {
    Collected read = keys("v,w\n" + text + ",x\n").schema(Map.of("v", type), 10).read();

    assertThat(read.rejected).isEmpty();
    assertThat(read.field(0, "v").toString()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "long, 1.0",
    "long, 9223372036854775808",
    "double, 0.123456789012345678",
    "double, 1e999",
    "boolean, yes",
    "bytes, ???",
    "bytes hex, 0",
    "date, 2000-02-30",
    "date MMM d yyyy, Feb 30 2000",
    "instant, 2000-01-31",
    "instant nanos, 0.5",
    "time, 24:00"
  })
  void SI_8_whatDoesNotFitTheDeclaredType_isRejected(String type, String text) throws Exception {
    Collected read = keys("v,w\n" + text + ",x\n").schema(Map.of("v", type), 10).read();

    assertThat(read.records).isEmpty();
    assertThat(read.rejected.get(0).reason())
        .startsWith("Cannot read field 'v' as ")
        .contains("'" + text + "', expected")
        .endsWith("(mend the record, or declare another type in schema)");
  }

  @Test
  void parsedTypes_areWhatTheyLookLike() throws Exception {
    Collected read = read("i,t\n2000-01-31T12:00:00Z,12:30\n");

    assertThat(read.field(0, "i")).isEqualTo(Value.of(Instant.parse("2000-01-31T12:00:00Z")));
    assertThat(read.field(0, "t")).isEqualTo(Value.of(LocalTime.of(12, 30)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,a\n1,2\n", "a,\n1,2\n", "\"a\n1,2\n"})
  void header_thatNamesNoColumns_stops(String content) throws Exception {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("Cannot read");
  }

  @Test
  void schema_ofAColumnThatIsNotThere_stops() throws Exception {
    FileKeys keys = keys("a,b\n1,2\n").schema(Map.of("c", "long"), 10);

    assertThatThrownBy(keys::read)
        .hasMessage(
            "Cannot read 'in.csv': schema names [c], expected columns of [a, b] (mend schema)");
  }

  @Test
  void schema_ofNoType_isRefusedAtOpen() throws Exception {
    assertThatThrownBy(() -> keys("a\n").schema(Map.of("a", "integer"), 10).open())
        .hasMessageStartingWith(
            "Cannot use type 'integer' of field 'a' in schema: 'integer', expected one of any,"
                + " boolean, long");
    assertThatThrownBy(() -> keys("a\n").schema(Map.of("a", "date b"), 10).open())
        .isInstanceOf(SourceException.class);
    assertThatThrownBy(() -> keys("a\n").schema(Map.of("a", "list"), 10).open())
        .hasMessageContaining("CSV has no such fields");
  }

  @Test
  void randomTables_comeBackAsTheyWereWritten() throws Exception {
    Random random = new Random(5);
    for (int table = 0; table < 100; table++) {
      List<List<String>> rows = rows(random);

      Collected read = keys(written(rows, random)).schema(Map.of(), 0).read();

      assertThat(read.rejected).isEmpty();
      assertThat(read.records.stream().map(FileSourceCsvTest::texts).toList()).isEqualTo(rows);
    }
  }

  private static List<List<String>> rows(Random random) {
    String alphabet = "ab,\"\n\r é😀;x";
    List<List<String>> rows = new ArrayList<>();
    for (int row = random.nextInt(300); row >= 0; row--) {
      List<String> fields = new ArrayList<>();
      for (int field = 0; field < 3; field++) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
          int at = random.nextInt(alphabet.length() - 1);
          text.append(at >= 8 && at <= 9 ? "😀" : alphabet.substring(at, at + 1));
        }
        fields.add(text.toString());
      }
      rows.add(fields);
    }
    return rows;
  }

  private static String written(List<List<String>> rows, Random random) {
    StringBuilder csv = new StringBuilder("c0,c1,c2\n");
    for (List<String> row : rows) {
      List<String> fields = new ArrayList<>();
      for (String text : row) {
        boolean plain = !text.isEmpty() && !text.matches("(?s).*[,\"\n\r].*");
        fields.add(plain && random.nextBoolean() ? text : "\"" + text.replace("\"", "\"\"") + "\"");
      }
      csv.append(String.join(",", fields)).append(random.nextBoolean() ? "\n" : "\r\n");
    }
    return csv.toString();
  }

  private static List<String> texts(SinkRecord record) {
    return ((Value.OfMap) record.value()).fields().values().stream().map(Value::toString).toList();
  }
}
