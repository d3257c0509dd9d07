package dev.landfall.benchmarks;

import dev.landfall.sdk.HostTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * On what terms a scenario is measured. Immutable, thread-safe.
 *
 * @param rounds measured rounds
 * @param warmUp the least time that is thrown away before them
 * @param scratch an empty directory for logs and files, on a real disk
 * @param time the clock
 * @param progress is told what goes on
 */
record Terms(int rounds, Duration warmUp, Path scratch, HostTime time, Consumer<String> progress) {
  PairedRounds pairedRounds() {
    return new PairedRounds(rounds, warmUp, time, progress);
  }

  /** For what needs no long warm-up, such as a second group on a server that runs already. */
  PairedRounds pairedRounds(Duration shorter) {
    Duration least = shorter.compareTo(warmUp) < 0 ? shorter : warmUp;
    return new PairedRounds(rounds, least, time, progress);
  }
}
