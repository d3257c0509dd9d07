package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures contenders in turn: all of a round stand next to each other in time, so that whatever
 * slows the machine for a while slows all of them. Every other round goes backwards, so that none
 * always follows another's leftovers. One thread at a time.
 *
 * @param rounds that count
 * @param warmUp for how long rounds are run and thrown away before; each contender once at least
 * @param time the clock
 * @param progress is told a line for each round
 */
record PairedRounds(int rounds, Duration warmUp, HostTime time, Consumer<String> progress) {
  PairedRounds {
    if (rounds < 1) {
      throw new IllegalArgumentException(
          "Cannot measure " + rounds + " rounds: expected 1 or more");
    }
  }

  /** Measures; returns a series of each contender, in their order. */
  List<Series> measure(List<Contender> contenders) throws Exception {
    long end = time.nanos() + warmUp.toNanos();
    do {
      once(contenders, 0, "warm-up");
    } while (time.nanos() < end);
    List<List<Measured>> all = new ArrayList<>();
    contenders.forEach(unused -> all.add(new ArrayList<>()));
    for (int round = 1; round <= rounds; round++) {
      List<Measured> measured = once(contenders, round, "round " + round + "/" + rounds);
      for (int i = 0; i < measured.size(); i++) {
        all.get(i).add(measured.get(i));
      }
    }
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      series.add(new Series(contenders.get(i).name(), all.get(i)));
    }
    return series;
  }

  private List<Measured> once(List<Contender> contenders, int round, String label)
      throws Exception {
    List<Contender> order = new ArrayList<>(contenders);
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    List<Measured> measured = new ArrayList<>();
    for (Contender contender : order) {
      Measured one = contender.round();
      measured.add(one);
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s, %s: %,.0f records/s, %.2f µs CPU a record",
              label,
              contender.name(),
              one.recordsPerSecond(),
              one.cpuMicrosPerRecord()));
    }
    if (round % 2 == 1) {
      Collections.reverse(measured);
    }
    return measured;
  }
}
