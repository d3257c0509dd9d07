package dev.landfall.sink.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records as bytes, and bytes as frames. */
final class FormatTest {
  @Test
  void jsonHoldsEveryType() throws Exception {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("null", Value.ofNull());
    fields.put("boolean", Value.of(true));
    fields.put("long", Value.of(Long.MIN_VALUE));
    fields.put("double", Value.of(0.1));
    fields.put("decimal", Value.of(new BigDecimal("1.00")));
    fields.put("text", Value.of("a\"\n\u2028é😀"));
    fields.put("bytes", Value.of(new byte[] {1, 2}));
    fields.put("instant", Value.of(Instant.EPOCH));
    fields.put("date", Value.of(LocalDate.EPOCH));
    fields.put("time", Value.of(LocalTime.NOON));
    fields.put("list", Value.of(List.of(Value.of(1), Value.of(Map.of("x", Value.ofNull())))));

    assertThat(line(new JsonLines(), Records.of(fields)))
        .isEqualTo(
            "{\"null\":null,\"boolean\":true,\"long\":-9223372036854775808,\"double\":0.1,"
                + "\"decimal\":1.00,\"text\":\"a\\\"\\n\u2028é😀\",\"bytes\":\"AQI=\","
                + "\"instant\":\"1970-01-01T00:00:00Z\",\"date\":\"1970-01-01\","
                + "\"time\":\"12:00\",\"list\":[1,{\"x\":null}]}\n");
  }

  @Test
  void SI_8_whatAFormatCannotHoldIsRejectedByName() {
    JsonLines json = new JsonLines();
    assertThat(json.check(SinkRecord.delete(Value.of("k")))).isPresent();
    assertThat(json.check(Records.of("x", Value.of(Double.NaN))))
        .contains("'x' is NaN, which JSON cannot hold");
    assertThat(json.check(Records.of("x", Value.of("\uDC00x"))))
        .contains("'x' holds half a surrogate pair, which is no text");
    assertThat(
            json.check(
                Records.of("x", Value.of(List.of(Value.of(Map.of("y", Value.of(1 / 0.0))))))))
        .hasValueSatisfying(reason -> assertThat(reason).contains("'y' is Infinity"));
    assertThat(json.check(Records.of("x", Value.of("fine")))).isEmpty();
    Csv csv = new Csv(List.of("x"), true);
    assertThat(csv.check(Records.of("y", Value.of(1))))
        .contains("field 'y' is not among the columns [x]");
    assertThat(csv.check(SinkRecord.put(Value.ofNull(), Value.of(1)))).isPresent();
    assertThat(csv.check(Records.of("x", Value.ofNull()))).isPresent();
  }

  @Test
  void SI_8_whatCannotBeWritten_isTheSameWhetherItIsCheckedOrWritten() {
    Value deep = Value.of(1);
    for (int i = 0; i < 502; i++) {
      deep = Value.of(List.of(deep));
    }
    List<SinkRecord> bad =
        List.of(
            SinkRecord.delete(Value.of("k")),
            Records.of("x", Value.of(Double.NEGATIVE_INFINITY)),
            Records.of("x", Value.of("a\uD800")),
            Records.of("x", Value.of("\uDC00\uD800")),
            Records.of("x\uD800x", Value.of(1)),
            Records.of("x", Value.of(List.of(Value.of(Map.of("y", Value.of(Double.NaN)))))),
            Records.of("x", deep));
    for (RecordFormat format : List.of(new JsonLines(), new Csv(List.of("x"), true))) {
      for (SinkRecord record : bad) {
        String reason = format.check(record).orElseThrow();
        assertThatThrownBy(() -> line(format, record))
            .isInstanceOf(UnwritableException.class)
            .hasMessage(reason);
      }
    }
  }

  /** Each character alone and among others, and each escape. */
  @Test
  void jsonText_isWhatJacksonReadsBack_andWrites() throws Exception {
    ObjectMapper jackson =
        JsonMapper.builder().enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8).build();
    StringBuilder all = new StringBuilder();
    for (int point = 0; point < 0x11000; point += point < 0x900 ? 1 : 61) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        String one = Character.toString(point);
        all.append(one);
        assertJson(jackson, one);
      }
    }
    assertJson(jackson, all.toString());
    assertJson(jackson, "plain, then all: " + all);
  }

  private static void assertJson(ObjectMapper jackson, String text) throws Exception {
    String line = line(new JsonLines(), SinkRecord.put(Value.ofNull(), Value.of(text)));
    assertThat(line).isEqualTo(jackson.writeValueAsString(text) + "\n");
    assertThat(jackson.readValue(line, String.class)).isEqualTo(text);
  }

  @Test
  void jsonNumbers_readBackAsTheSame() throws Exception {
    for (long number : new long[] {0, -1, 9, 10, 1234567890123L, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(line(new JsonLines(), SinkRecord.put(Value.ofNull(), Value.of(number))))
          .isEqualTo(number + "\n");
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        String line = line(new JsonLines(), SinkRecord.put(Value.ofNull(), Value.of(number)));
        assertThat(Double.parseDouble(line)).isEqualTo(number);
      }
    }
    assertThat(line(new JsonLines(), SinkRecord.put(Value.ofNull(), Value.of(2.0E-3))))
        .isEqualTo("0.002\n");
  }

  @Test
  void csvQuotesAndKeepsNullAndEmptyApart() throws Exception {
    Csv csv = new Csv(List.of("a", "b c", "d", "e"), true);
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("a", Value.of("x,\"y\"\n"));
    fields.put("b c", Value.of(""));
    fields.put("e", Value.of(List.of(Value.of(1), Value.of("z"))));

    assertThat(new String(csv.header(), StandardCharsets.UTF_8)).isEqualTo("a,\"b c\",d,e\n");
    assertThat(line(csv, Records.of(fields)))
        .isEqualTo("\"x,\"\"y\"\"\n\",\"\",,\"[1,\"\"z\"\"]\"\n");
    assertThat(new Csv(List.of("a"), false).header()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void framesOneAfterTheOtherAreAFile(Compression compression) throws Exception {
    try (Codec codec = Codecs.of(Configs.jsonLines(compression))) {
      byte[] first = codec.frame("hello ".getBytes(StandardCharsets.UTF_8), 6);
      byte[] second = codec.frame("world, and more".getBytes(StandardCharsets.UTF_8), 5);
      byte[] file = new byte[first.length + second.length];
      System.arraycopy(first, 0, file, 0, first.length);
      System.arraycopy(second, 0, file, first.length, second.length);

      byte[] read = codec.open(new SocketLikeStream(file)).readAllBytes();

      assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo("hello world");
    }
  }

  /** Hands out a byte at a time and never says that more is there. */
  private static final class SocketLikeStream extends ByteArrayInputStream {
    SocketLikeStream(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] to, int offset, int length) {
      return super.read(to, offset, Math.min(1, length));
    }

    @Override
    public synchronized int available() {
      return 0;
    }
  }

  private static String line(RecordFormat format, SinkRecord record) throws Exception {
    ByteBlock block = new ByteBlock(16);
    format.writer().write(record, block);
    return new String(block.array(), 0, block.size(), StandardCharsets.UTF_8);
  }
}
