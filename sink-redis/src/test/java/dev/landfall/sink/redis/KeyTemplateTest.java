package dev.landfall.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTemplateTest {
  @ParameterizedTest
  @CsvSource({
    "{key}, 7",
    "user:{key}, user:7",
    "user:{id}, user:7",
    "{{{id}}}:profile, {7}:profile",
    "a}}b{{{key}, a}b{7"
  })
  void oneField_isTheKey(String template, String expected) throws Exception {
    SinkRecord put = SinkRecord.put(Value.of(7), Value.of("x"));
    SinkRecord delete = SinkRecord.delete(Value.of(7));

    assertThat(KeyTemplate.parse(template).of(put)).hasToString(expected);
    assertThat(KeyTemplate.parse(template).of(delete)).hasToString(expected);
  }

  @Test
  void severalFields_areThoseOfTheKey() throws Exception {
    KeyTemplate template = KeyTemplate.parse("{symbol}:{date}");
    Value key = Value.of(Map.of("symbol", Value.of("AAPL"), "date", Value.of("2026-01-01")));

    assertThat(template.of(SinkRecord.delete(key))).hasToString("AAPL:2026-01-01");
    assertThatThrownBy(() -> KeyTemplate.parse("{symbol}:x").of(SinkRecord.delete(key)))
        .hasMessageContaining("expected those of the key template, [symbol]");
    assertThatThrownBy(() -> template.of(SinkRecord.delete(Value.of("AAPL"))))
        .hasMessageContaining("key has one part, expected the fields [date, symbol]");
  }

  @Test
  void fieldThatIsNotTheKey_isRefused() {
    SinkRecord record = SinkRecord.put(Value.of("c1"), Value.of(Map.of("id", Value.of("o9"))));

    assertThatThrownBy(() -> KeyTemplate.parse("order:{id}").of(record))
        .hasMessageContaining(
            "field 'id' of the key template is 'o9' and the record's key is 'c1'");
  }

  @Test
  void bytes_areTakenAsTheyAre() throws Exception {
    SinkRecord record = SinkRecord.delete(Value.of(new byte[] {0, (byte) 0xff, '{'}));

    assertThat(KeyTemplate.parse("b:{key}").of(record)).hasToString("b:\\x00\\xff{");
  }

  @Test
  void nullKey_isRefused() {
    assertThatThrownBy(() -> KeyTemplate.parse("{key}").of(SinkRecord.delete(Value.ofNull())))
        .hasMessageContaining("key is null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "", "{}", "{a}{b}", "{a", "a}"})
  void templatesThatCannotWork_areRefused(String template) {
    assertThatThrownBy(() -> KeyTemplate.parse(template))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key is '" + template + "', expected");
  }
}
