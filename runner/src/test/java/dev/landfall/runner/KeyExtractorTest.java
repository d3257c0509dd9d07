package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyExtractorTest {
  private static final SinkRecord RECORD =
      SinkRecord.put(
          Value.ofNull(),
          Value.of(Map.of("id", Value.of(7), "region", Value.of("eu"), "gone", Value.ofNull())));

  @Test
  void oneField_isTheKey() {
    assertThat(new KeyExtractor(List.of("id")).keyed(RECORD).key()).isEqualTo(Value.of(7));
  }

  @Test
  void severalFields_areAMapInTheirOrder() {
    Value key = new KeyExtractor(List.of("region", "id")).keyed(RECORD).key();

    assertThat(((Value.OfMap) key).fields().keySet()).containsExactly("region", "id");
  }

  @Test
  void nullField_isNamed() {
    KeyExtractor extractor = new KeyExtractor(List.of("id", "gone"));

    assertThat(extractor.keyed(RECORD)).isNull();
    assertThat(extractor.reason(RECORD)).contains("'gone' is missing or null");
  }

  @Test
  void delete_keepsTheSourcesKey() {
    SinkRecord delete = SinkRecord.delete(Value.of("k"));

    assertThat(new KeyExtractor(List.of("id")).keyed(delete)).isEqualTo(delete);
    assertThat(new KeyExtractor(List.of("id")).keyed(SinkRecord.delete(Value.ofNull()))).isNull();
  }

  @Test
  void keyOfTheRecord_isDemanded() {
    KeyExtractor extractor = new KeyExtractor(List.of(KeyExtractor.OF_RECORD));

    assertThat(extractor.isKeyed()).isTrue();
    assertThat(extractor.keyed(RECORD)).isNull();
    assertThat(extractor.keyed(RECORD.withKey(Value.of("k"))).key()).isEqualTo(Value.of("k"));
  }
}
