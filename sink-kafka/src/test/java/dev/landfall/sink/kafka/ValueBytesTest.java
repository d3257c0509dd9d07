package dev.landfall.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueBytesTest {
  private static String written(KafkaFormat format, Value value) throws UnwritableException {
    byte[] bytes = new ValueBytes("value", format).of(value);
    return bytes == null ? "none" : new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void SI_10_text_isUtf8() throws UnwritableException {
    assertThat(written(KafkaFormat.TEXT, Value.of("zß水🍌"))).isEqualTo("zß水🍌");
    assertThat(written(KafkaFormat.TEXT, Value.of(7))).isEqualTo("7");
    assertThat(written(KafkaFormat.TEXT, Value.of(LocalDate.of(2026, 1, 2))))
        .isEqualTo("2026-01-02");
    assertThat(written(KafkaFormat.BYTES, Value.of(new byte[] {65}))).isEqualTo("A");
    assertThat(written(KafkaFormat.TEXT, Value.of(""))).isEmpty();
  }

  @Test
  void nullValue_hasNoBytes() throws UnwritableException {
    for (KafkaFormat format : KafkaFormat.values()) {
      assertThat(written(format, Value.ofNull())).isEqualTo("none");
    }
  }

  @Test
  void json_holdsEveryKind() throws UnwritableException {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("b", Value.of(true));
    fields.put("d", Value.of(new BigDecimal("1.00")));
    fields.put("n", Value.of(Double.NaN));
    fields.put("x", Value.of(new byte[] {1, 2}));
    fields.put("i", Value.of(Instant.EPOCH));
    fields.put("l", Value.of(List.of(Value.ofNull(), Value.of("\"\n"))));

    assertThat(written(KafkaFormat.JSON, Value.of(fields)))
        .isEqualTo(
            "{\"b\":true,\"d\":1.00,\"n\":\"NaN\",\"x\":\"AQI=\","
                + "\"i\":\"1970-01-01T00:00:00Z\",\"l\":[null,\"\\\"\\n\"]}");
  }

  @Test
  void SI_8_whatAFormatCannotHold_isRefused() {
    assertThatThrownBy(() -> written(KafkaFormat.TEXT, Value.of(Map.of())))
        .hasMessage("value is MAP, expected what 'value: text' can hold (use 'json')");
    assertThatThrownBy(() -> written(KafkaFormat.BYTES, Value.of(1)))
        .hasMessageContaining("value is LONG");
    assertThatThrownBy(() -> written(KafkaFormat.TEXT, Value.of("a\ud800")))
        .hasMessageContaining("surrogate");
  }
}
