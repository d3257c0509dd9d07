package dev.landfall.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.Value;
import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyRouterTest {
  private static SinkRecord record(Value key) {
    return SinkRecord.put(key, Value.ofNull());
  }

  @Test
  void oneNumberInAnyType_isOneKey() {
    KeyRouter router = new KeyRouter(64);

    for (long number : new long[] {0, 1, -1, 42, 1L << 40}) {
      int writer = router.writer(record(Value.of(number)));
      assertThat(router.writer(record(Value.of((double) number)))).isEqualTo(writer);
      assertThat(router.writer(record(Value.of(BigDecimal.valueOf(number).setScale(3)))))
          .isEqualTo(writer);
    }
    assertThat(router.writer(record(Value.of(-0.0))))
        .isEqualTo(router.writer(record(Value.of(0.0))));
  }

  @Test
  void regularKeys_spreadEvenly() {
    KeyRouter router = new KeyRouter(4);
    int[] counts = new int[4];

    for (long key = 0; key < 40_000; key++) {
      counts[router.writer(record(Value.of(key * 4)))]++;
    }

    assertThat(Arrays.stream(counts)).allMatch(count -> count > 9_000 && count < 11_000);
  }

  @Test
  void recordsWithoutKey_goRound() {
    KeyRouter router = new KeyRouter(3);
    int[] counts = new int[3];

    for (int i = 0; i < 300; i++) {
      counts[router.writer(record(Value.ofNull()))]++;
    }

    assertThat(counts).containsOnly(100);
  }
}
