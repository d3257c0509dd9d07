package dev.landfall.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecordModelTest {
  private static final List<Value> ONE_OF_EACH =
      List.of(
          Value.ofNull(),
          Value.of(true),
          Value.of(1L),
          Value.of(1.0),
          Value.of(BigDecimal.ONE),
          Value.of("1"),
          Value.of(new byte[] {1}),
          Value.of(Instant.EPOCH),
          Value.of(LocalDate.EPOCH),
          Value.of(LocalTime.NOON),
          Value.of(List.of(Value.of(1L))),
          Value.of(Map.of("a", Value.of(1L))));

  @Test
  void everyKindHasOneType() {
    assertThat(ONE_OF_EACH.stream().map(Value::kind)).containsExactly(Value.Kind.values());
    assertThat(ONE_OF_EACH.stream().map(Object::getClass)).doesNotHaveDuplicates();
  }

  @Test
  void valuesOfTwoKindsAreNeverEqual() {
    for (Value one : ONE_OF_EACH) {
      assertThat(ONE_OF_EACH).filteredOn(one::equals).containsExactly(one);
    }
  }

  @Test
  void onlyTheNullValueIsNull() {
    assertThat(ONE_OF_EACH).filteredOn(Value::isNull).containsExactly(Value.ofNull());
  }

  @Test
  void bytesAreComparedByContent() {
    Value bytes = Value.of(new byte[] {1, 2});
    Header header = new Header("h", new byte[] {1, 2});

    assertThat(bytes).isEqualTo(Value.of(new byte[] {1, 2})).isNotEqualTo(Value.of(new byte[2]));
    assertThat(bytes).hasSameHashCodeAs(Value.of(new byte[] {1, 2})).hasToString("0x0102");
    assertThat(header).isEqualTo(new Header("h", new byte[] {1, 2}));
    assertThat(header).hasSameHashCodeAs(new Header("h", new byte[] {1, 2}));
    assertThat(header).isNotEqualTo(new Header("i", new byte[] {1, 2})).hasToString("h (2 bytes)");
  }

  @Test
  void decimalsKeepTheirScale() {
    assertThat(Value.of(new BigDecimal("1.0"))).isNotEqualTo(Value.of(new BigDecimal("1.00")));
  }

  @Test
  void listsAndMapsCannotBeChangedByTheirReader() {
    Value.OfList list = (Value.OfList) Value.of(Arrays.asList(Value.of(1)));
    Value.OfMap map = (Value.OfMap) Value.of(new LinkedHashMap<>(Map.of("a", Value.of(1))));

    assertThatThrownBy(() -> list.values().set(0, Value.ofNull()))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.fields().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aMissingFieldIsTheNullValue() {
    Value.OfMap map = (Value.OfMap) Value.of(Map.of("a", Value.of(1)));

    assertThat(map.field("a")).isEqualTo(Value.of(1));
    assertThat(map.field("b")).isEqualTo(Value.ofNull());
  }

  @Test
  void aCopyChangesOnePartAlone() {
    Header header = new Header("h", new byte[] {1});
    SinkRecord record = SinkRecord.delete(Value.of("k"));

    SinkRecord copy =
        record
            .withKey(Value.of("l"))
            .withTimestamp(5)
            .withHeaders(List.of(header))
            .at(SourcePosition.of("orders-3", 17));

    assertThat(record).isEqualTo(SinkRecord.delete(Value.of("k")));
    assertThat(copy)
        .isEqualTo(
            new SinkRecord(
                Operation.DELETE,
                Value.of("l"),
                Value.ofNull(),
                List.of(header),
                5,
                new SourcePosition("orders-3", 17, 0)));
  }

  @Test
  void aPositionTellsALineWhereThereIsOne() {
    assertThat(new SourcePosition("a.jsonl", 8_812, 900)).hasToString("a.jsonl line 900");
    assertThat(SourcePosition.of("orders-3", 17)).hasToString("orders-3 offset 17");
  }
}
