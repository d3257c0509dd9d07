package dev.landfall.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.stores.junit.RealStores;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every store: started, used, killed, started again, used, and gone without a trace. The times are
 * logged, and stand in docs/stores.md.
 */
@RealStores
final class KillRoundsIT {
  private static final Logger LOG = LoggerFactory.getLogger(KillRoundsIT.class);
  private static final int FEW = 2;
  private static final int MANY = 20;

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void aFewRounds(Scenario scenario) throws Exception {
    rounds(scenario, FEW);
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource(Scenario.class)
  void manyRounds(Scenario scenario) throws Exception {
    rounds(scenario, MANY);
  }

  private static void rounds(Scenario scenario, int count) throws Exception {
    for (int round = 0; round < count; round++) {
      long begin = System.nanoTime();
      Leftovers leftovers;
      try (Store store = scenario.start()) {
        long started = System.nanoTime();
        leftovers = Leftovers.of(store);
        leftovers.assertPresent();
        killAndReadBack(scenario, store, round, millis(begin, started));
      }
      leftovers.assertGone();
    }
  }

  private static void killAndReadBack(Scenario scenario, Store store, int round, long startMillis)
      throws Exception {
    scenario.write(store, "before");
    Set<String> expected = new TreeSet<>(Set.of("before"));
    assertThat(scenario.read(store)).isEqualTo(expected);

    long kill = System.nanoTime();
    store.kill();
    assertThat(store.servers().isAlive(0)).isFalse();
    long killed = System.nanoTime();
    store.restart();
    long restarted = System.nanoTime();

    assertThat(scenario.read(store)).isEqualTo(expected);
    scenario.write(store, "after");
    expected.add("after");
    assertThat(scenario.read(store)).isEqualTo(expected);
    LOG.info(
        "{} round {}: start {} ms, kill {} ms, restart {} ms",
        scenario,
        round,
        startMillis,
        millis(kill, killed),
        millis(killed, restarted));
  }

  private static long millis(long from, long to) {
    return (to - from) / 1_000_000;
  }
}
