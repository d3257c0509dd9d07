package dev.landfall.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON lines as values. */
final class FileSourceJsonTest {
  @TempDir Path directory;

  private Collected read(String content) throws Exception {
    return keys(content).read();
  }

  private FileKeys keys(String content) throws Exception {
    return FileKeys.of(Files.writeString(directory.resolve("in.jsonl"), content));
  }

  @Test
  void everyKindOfValue_comesAsItself() throws Exception {
    Collected read =
        read(
            """
            {"n":null,"t":true,"f":false,"i":7,"big":92233720368547758070,"d":1.5,"s":"ä😀\\n",\
            "l":[1,[],{"x":2}],"m":{"a":{"b":null}},"e":{}}
            """);

    assertThat(read.rejected).isEmpty();
    assertThat(read.field(0, "n").isNull()).isTrue();
    assertThat(read.field(0, "t")).isEqualTo(Value.of(true));
    assertThat(read.field(0, "i")).isEqualTo(Value.of(7));
    assertThat(read.field(0, "big")).isEqualTo(Value.of(new BigDecimal("92233720368547758070")));
    assertThat(read.field(0, "s")).isEqualTo(Value.of("ä😀\n"));
    assertThat(read.field(0, "l").toString()).isEqualTo("[1, [], {x=2}]");
    assertThat(read.field(0, "m").toString()).isEqualTo("{a={b=null}}");
    assertThat(((Value.OfMap) read.records.get(0).value()).fields().keySet())
        .containsExactly("n", "t", "f", "i", "big", "d", "s", "l", "m", "e");
  }

  @Test
  void earthquakes_fieldsThatMixWholeNumbersAndFractions_areDoubles() throws Exception {
    Collected read = FileKeys.of(FileKeys.DATA.resolve("earthquakes.jsonl")).read();

    for (String field : List.of("mag", "depth", "latitude")) {
      assertThat(read.column(field)).allMatch(value -> value instanceof Value.OfDouble);
    }
    assertThat(read.field(0, "mag")).isEqualTo(Value.of(2.0));
    assertThat(read.column("time")).allMatch(value -> value instanceof Value.OfLong);
    assertThat(read.column("felt"))
        .allMatch(value -> value.isNull() || value instanceof Value.OfLong);
  }

  @Test
  void mixture_withAWholeNumberThatIsNoDouble_isDecimal() throws Exception {
    Collected read = read("{\"v\":9007199254740993}\n{\"v\":0.5}\n");

    assertThat(read.column("v"))
        .containsExactly(
            Value.of(new BigDecimal("9007199254740993")), Value.of(new BigDecimal("0.5")));
  }

  @Test
  void mixture_ofTextAndNumber_passesAsItStands() throws Exception {
    assertThat(read("{\"v\":1}\n{\"v\":\"x\"}\n").column("v"))
        .containsExactly(Value.of(1), Value.of("x"));
  }

  @Test
  void SI_8_whatDoesNotFitTheSample_isRejected() throws Exception {
    FileKeys keys = keys("{\"v\":1}\n{\"v\":1.5}\n{\"v\":2}\n").schema(Map.of(), 1);

    Collected read = keys.read();

    assertThat(read.column("v")).containsExactly(Value.of(1), Value.of(2));
    assertThat(read.rejected).hasSize(1);
    assertThat(read.rejected.get(0).position().toString()).isEqualTo("in.jsonl line 2");
    assertThat(read.rejected.get(0).raw()).isEqualTo("{\"v\":1.5}");
    assertThat(read.rejected.get(0).reason())
        .isEqualTo(
            "Cannot read field 'v' as long: '1.5', expected a long (declare its type in schema: it"
                + " was inferred from the first records)");
  }

  @Test
  void declaredTypes_readTextAndNumbers() throws Exception {
    FileKeys keys =
        keys("{\"at\":1517966773840,\"day\":\"Jan 1 2000\",\"p\":1.10,\"d\":2,\"s\":7,\"b\":\"AQI=\"}")
            .schema(
                Map.of(
                    "at",
                    "instant millis",
                    "day",
                    "date MMM d yyyy",
                    "p",
                    "decimal",
                    "d",
                    "double",
                    "s",
                    "text",
                    "b",
                    "bytes"),
                0);

    Collected read = keys.read();

    assertThat(read.rejected).isEmpty();
    assertThat(read.field(0, "at")).isEqualTo(Value.of(Instant.ofEpochMilli(1517966773840L)));
    assertThat(read.field(0, "day")).isEqualTo(Value.of(LocalDate.of(2000, 1, 1)));
    assertThat(read.field(0, "p")).isEqualTo(Value.of(new BigDecimal("1.10")));
    assertThat(read.field(0, "d")).isEqualTo(Value.of(2.0));
    assertThat(read.field(0, "s")).isEqualTo(Value.of("7"));
    assertThat(read.field(0, "b")).isEqualTo(Value.of(new byte[] {1, 2}));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1",
        "{\"a\":1}}",
        "{\"a\":1}{\"a\":2}",
        "{\"a\":1} x",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{'a':1}",
        "[1]",
        "17",
        "{\"a\":1,\"a\":2}",
        "{\"b\":{\"a\":1,\"a\":2}}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":1e99999}",
        "{\"a\":[1,2}",
        "nul"
      })
  void SI_8_brokenLine_isRejectedByLineAndTheNeighboursGoOn(String broken) throws Exception {
    StringBuilder content = new StringBuilder();
    for (int line = 1; line <= 1000; line++) {
      content.append(line == 900 ? broken : "{\"n\":" + line + "}").append('\n');
    }

    Collected read = read(content.toString());

    assertThat(read.records).hasSize(999);
    assertThat(read.rejected).hasSize(1);
    assertThat(read.rejected.get(0).position().line()).isEqualTo(900);
    assertThat(read.rejected.get(0).raw()).isEqualTo(broken);
    assertThat(read.rejected.get(0).reason()).startsWith("Cannot read").contains("(");
    assertThat(read.field(898, "n")).isEqualTo(Value.of(899));
    assertThat(read.field(899, "n")).isEqualTo(Value.of(901));
  }

  @Test
  void SI_8_brokenJson_namesTheColumn() throws Exception {
    Collected read = read("{\"ok\":1}\n{\"a\":1,}\n");

    assertThat(read.rejected.get(0).reason())
        .startsWith("Cannot read the record as JSON: ")
        .contains(" at column 8, expected one object a line (mend the line)");
  }

  @Test
  void SI_8_whatIsBeyondTheParsersBounds_isRejectedByLine_andItsNeighboursAreRead()
      throws Exception {
    String deep = "{\"v\":" + "[".repeat(1_001) + "]".repeat(1_001) + "}\n";
    String number = "{\"v\":" + "1".repeat(1_001) + "}\n";
    String name = "{\"" + "n".repeat(50_001) + "\":1}\n";

    Collected read = read("{\"n\":1}\n" + deep + number + name + "{\"n\":2}\n");

    assertThat(read.column("n")).containsExactly(Value.of(1), Value.of(2));
    assertThat(read.rejected).extracting(one -> one.position().line()).containsExactly(2L, 3L, 4L);
    assertThat(read.rejected)
        .extracting(one -> one.reason())
        .allSatisfy(
            reason ->
                assertThat(reason)
                    .startsWith("Cannot read the record as JSON: ")
                    .doesNotContain("StreamReadConstraints")
                    .containsPattern(" at column [1-9][0-9]*, expected one object a line"));
    assertThat(read.rejected.get(0).reason()).contains("nesting depth (1001)").contains("(1000)");
  }

  @Test
  void SI_8_aNumberThatJsonDoesNotHave_isToldWithoutTheParsersSwitches() throws Exception {
    Collected read = read("{\"n\":1}\n{\"n\":NaN}\n");

    assertThat(read.rejected.get(0).reason())
        .isEqualTo(
            "Cannot read the record as JSON: Non-standard token 'NaN' at column 9, expected one"
                + " object a line (mend the line)");
  }

  @ParameterizedTest
  @CsvSource({"C3, 28", "FF, 41", "EDA080, 41", "C080, 41"})
  void SI_10_malformedUtf8_isRejectedByLine(String hex, String next) throws Exception {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    bytes.writeBytes("{\"a\":\"ü\"}\n{\"a\":\"".getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(java.util.HexFormat.of().parseHex(hex + next));
    bytes.writeBytes("\"}\n{\"a\":\"ö\"}\n".getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(directory.resolve("bad.jsonl"), bytes.toByteArray());

    Collected read = FileKeys.of(file).read();

    assertThat(read.column("a")).containsExactly(Value.of("ü"), Value.of("ö"));
    assertThat(read.rejected.get(0).position().line()).isEqualTo(2);
    assertThat(read.rejected.get(0).reason())
        .contains("at column 7 is no UTF-8, expected UTF-8 (convert the file)");
  }

  @Test
  void blankLinesAndCarriageReturns_areNoRecords() throws Exception {
    Collected read = read("\n{\"n\":1}\r\n  \r\n\n{\"n\":2}");

    assertThat(read.column("n")).containsExactly(Value.of(1), Value.of(2));
    assertThat(read.records.get(0).position().line()).isEqualTo(2);
    assertThat(read.records.get(1).position().line()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\uFEFF", "  \n \n"})
  void emptyInput_isNoRecord(String content) throws Exception {
    Collected read = read(content);

    assertThat(read.records).isEmpty();
    assertThat(read.rejected).isEmpty();
  }

  @Test
  void byteOrderMark_isNoPartOfTheRecord() throws Exception {
    assertThat(read("\uFEFF{\"n\":1}\n").column("n")).containsExactly(Value.of(1));
  }

  @Test
  void recordOf10Megabytes_works() throws Exception {
    String text = "é".repeat(5 << 20);

    Collected read = read("{\"n\":1}\n{\"s\":\"" + text + "\"}\n{\"n\":2}\n");

    assertThat(read.field(1, "s")).isEqualTo(Value.of(text));
    assertThat(read.field(2, "n")).isEqualTo(Value.of(2));
  }

  @Test
  void SI_8_recordAboveTheBound_isRejectedAndTheNeighboursGoOn() throws Exception {
    FileKeys keys =
        keys("{\"n\":1}\n{\"s\":\"" + "x".repeat(2_000_000) + "\"}\n{\"n\":2}\n{\"n\":3}")
            .maxRecordBytes(100_000);

    Collected read = keys.read();

    assertThat(read.column("n")).containsExactly(Value.of(1), Value.of(2), Value.of(3));
    assertThat(read.rejected).hasSize(1);
    assertThat(read.rejected.get(0).position().line()).isEqualTo(2);
    assertThat(read.rejected.get(0).raw()).hasSizeLessThan(1100).endsWith("(2000008 bytes)");
    assertThat(read.rejected.get(0).reason())
        .isEqualTo(
            "Cannot read the record: 2000008 bytes, expected at most 100000 (raise"
                + " max-record-size)");
    assertThat(read.records.stream().map(SinkRecord::position).map(p -> p.line()))
        .containsExactly(1L, 3L, 4L);
    assertThat(read.records.get(1).position().offset()).isEqualTo(8 + 2_000_009);
  }

  @Test
  void objectsWhoseKeysAreData_workBeyondTheBoundOfShapes() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 6000; i++) {
      content.append("{\"k").append(i).append("\":").append(i).append(",\"z\":1}\n");
    }
    content.append("{\"k5999\":1,\"k5999\":2}\n");

    Collected read = read(content.toString());

    assertThat(read.field(5999, "k5999")).isEqualTo(Value.of(5999));
    assertThat(read.records).hasSize(6000);
    assertThat(read.rejected.get(0).reason()).contains("'k5999' stands there twice");
  }
}
