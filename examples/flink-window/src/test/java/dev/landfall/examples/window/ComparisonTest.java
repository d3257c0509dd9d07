package dev.landfall.examples.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
  private static final WindowTotal A = new WindowTotal("a", 0, 2, 5);
  private static final WindowTotal B = new WindowTotal("b", 1_000, 1, 7);
  private static final Map<String, WindowTotal> EXPECTED = Map.of(A.key(), A, B.key(), B);

  @Test
  void equalIsExact() {
    assertThat(Comparison.of(EXPECTED, List.of(B, A)).isExact()).isTrue();
  }

  @Test
  void aMissingARepeatedAndAWrongResultAreTold() {
    assertThat(Comparison.of(EXPECTED, List.of(A))).isEqualTo(new Comparison(2, 1, 1, 0, 0));
    assertThat(Comparison.of(EXPECTED, List.of(A, B, B))).isEqualTo(new Comparison(2, 1, 0, 1, 0));
    assertThat(Comparison.of(EXPECTED, List.of(A, new WindowTotal("b", 1_000, 2, 7))))
        .isEqualTo(new Comparison(2, 1, 0, 0, 1));
  }
}
