package dev.landfall.runner.letters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.landfall.sdk.record.Header;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LetterTest {
  private static final SourcePosition POSITION = new SourcePosition("in.jsonl", 4711, 9);

  @Test
  void recordWithEveryKindOfValue_isOneLineOfJson() throws Exception {
    SinkRecord record =
        SinkRecord.put(
                Value.of("k\n1"),
                Value.of(
                    Map.of(
                        "list",
                        Value.of(List.of(Value.of(true), Value.ofNull(), Value.of(1.5))),
                        "decimal",
                        Value.of(new BigDecimal("12345678901234567890.10")),
                        "bytes",
                        Value.of(new byte[] {1, 2}),
                        "when",
                        Value.of(Instant.EPOCH))))
            .withHeaders(List.of(new Header("trace", new byte[] {7})))
            .withTimestamp(1_000)
            .at(POSITION);

    String line = line(Letter.of(record, "too \"long\""));

    assertThat(line).doesNotContain("\n");
    assertThat(json(line))
        .isEqualTo(
            json(
                """
                {"position":{"split":"in.jsonl","offset":4711,"line":9},"reason":"too \\"long\\"",
                 "record":{"operation":"put","key":"k\\n1",
                 "value":{"list":[true,null,1.5],"decimal":12345678901234567890.10,"bytes":"AQI=",
                 "when":"1970-01-01T00:00:00Z"},"timestamp":"1970-01-01T00:00:01Z",
                 "headers":[{"name":"trace","value":"Bw=="}]}}
                """));
  }

  @Test
  void SI_10_halfASurrogatePair_survives() throws Exception {
    String line = line(Letter.unread(POSITION, "a\ud83db \ud83d\ude00", "broken"));

    assertThat(line).contains("a\\ud83db \ud83d\ude00");
    assertThat(json(line).get("raw").textValue()).isEqualTo("a\ud83db \ud83d\ude00");
  }

  @Test
  void recordTooLongForASegment_isToldBySize() throws Exception {
    String text = "x".repeat(Letter.MAX_BYTES);
    SinkRecord record = SinkRecord.put(Value.ofNull(), Value.of(text)).at(POSITION);

    String line = line(Letter.of(record, "too long"));

    assertThat(line(Letter.unread(POSITION, text + "x", "too long")).length()).isLessThan(1_000);
    assertThat(line.length()).isLessThan(1_000);
    assertThat(json(line).get("omitted-bytes").intValue()).isGreaterThan(Letter.MAX_BYTES);
    assertThat(json(line).get("reason").textValue()).isEqualTo("too long");
  }

  private static String line(SinkRecord letter) {
    return new String(Letter.line(letter), StandardCharsets.UTF_8);
  }

  private static JsonNode json(String text) throws Exception {
    return new JsonMapper()
        .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .readTree(text);
  }
}
