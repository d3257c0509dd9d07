package dev.landfall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void median_isTheMiddleOne() {
    assertThat(Statistics.median(DoubleStream.of(9, 1, 5))).isEqualTo(5);
    assertThat(Statistics.median(DoubleStream.of(4, 1, 9, 2))).isEqualTo(3);
    assertThat(Statistics.median(DoubleStream.of(7))).isEqualTo(7);
  }

  @Test
  void medianOfNothing_isRefused() {
    assertThatThrownBy(() -> Statistics.median(DoubleStream.empty()))
        .hasMessageContaining("median of nothing");
  }

  @Test
  void percentile_isAMeasuredValue() {
    List<Long> hundred = LongStream.rangeClosed(1, 100).map(i -> 101 - i).boxed().toList();

    assertThat(Statistics.percentile(hundred, 50)).isEqualTo(50);
    assertThat(Statistics.percentile(hundred, 99)).isEqualTo(99);
    assertThat(Statistics.percentile(hundred, 100)).isEqualTo(100);
  }

  @Test
  void percentileOfFew_isTheLargest() {
    assertThat(Statistics.percentile(List.of(3L, 1L, 2L), 99)).isEqualTo(3);
    assertThat(Statistics.percentile(List.of(3L, 1L, 2L), 1)).isEqualTo(1);
  }

  @Test
  void percentileOfNothing_isRefused() {
    assertThatThrownBy(() -> Statistics.percentile(List.of(), 99))
        .hasMessageContaining("of 0 values");
  }

  @Test
  void ratios_arePairedByRound() {
    assertThat(Statistics.ratios(List.of(1.0, 9.0), List.of(2.0, 3.0))).containsExactly(0.5, 3.0);
    assertThatThrownBy(() -> Statistics.ratios(List.of(1.0), List.of()))
        .hasMessageContaining("expected as many");
  }
}
