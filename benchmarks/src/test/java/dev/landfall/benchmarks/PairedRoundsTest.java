package dev.landfall.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairedRoundsTest {
  private final List<String> order = new ArrayList<>();

  /** Each of its rounds has one record more than the one before. */
  private Contender named(String name) {
    return new Contender() {
      private long records;

      @Override
      public String name() {
        return name;
      }

      @Override
      public Measured round() {
        order.add(name);
        records++;
        return new Measured(records, 1, 1, 1, Map.of());
      }
    };
  }

  private List<Series> measure(int rounds) throws Exception {
    return new PairedRounds(rounds, Duration.ZERO, HostTime.system(), line -> {})
        .measure(List.of(named("a"), named("b")));
  }

  @Test
  void rounds_goBackAndForth() throws Exception {
    measure(3);

    assertThat(String.join("", order)).isEqualTo("ab" + "ba" + "ab" + "ba");
  }

  @Test
  void warmUp_doesNotCount() throws Exception {
    List<Series> series = measure(3);

    assertThat(series).extracting(Series::name).containsExactly("a", "b");
    assertThat(series)
        .allSatisfy(
            one ->
                assertThat(one.rounds()).extracting(Measured::records).containsExactly(2L, 3L, 4L));
  }
}
