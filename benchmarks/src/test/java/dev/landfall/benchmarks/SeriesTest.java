package dev.landfall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final Series THEIRS =
      new Series("theirs", List.of(round(100, 100), round(200, 100), round(400, 100)));

  /** Pairs: 0.9, 0.5 and 0.8; the ratio of the medians would be 0.5. */
  private static final Series OURS =
      new Series("ours", List.of(round(90, 110), round(100, 110), round(320, 120)));

  private static Measured round(long records, long cpuMillis) {
    return new Measured(
        records,
        1_000_000_000,
        cpuMillis * records * 1_000_000,
        1,
        Map.of(Timing.PAUSE, List.of(records)));
  }

  @Test
  void ratio_isTheMedianOfThePairs() {
    assertThat(OURS.medianRatio(THEIRS, Measured::recordsPerSecond)).isEqualTo(0.8, within(1e-9));
    assertThat(OURS.medianRatio(THEIRS, Measured::cpuMicrosPerRecord)).isEqualTo(1.1, within(1e-9));
  }

  @Test
  void timings_areOfAllRounds() {
    assertThat(OURS.timings(Timing.PAUSE)).containsExactly(90L, 100L, 320L);
    assertThat(OURS.timings(Timing.COMMIT)).isEmpty();
  }

  @Test
  void goal_isMetOnItsSideOnly() {
    assertThat(Goal.throughput(OURS, THEIRS, 0.8).isMet()).isTrue();
    assertThat(Goal.throughput(OURS, THEIRS, 0.81).isMet()).isFalse();
    assertThat(Goal.cpu(OURS, THEIRS, 1.15).isMet()).isTrue();
    assertThat(Goal.cpu(OURS, THEIRS, 1.05).isMet()).isFalse();
    assertThat(Goal.p99(OURS, Timing.PAUSE, 0.0001).isMet()).isFalse();
  }
}
