package dev.landfall.sink.s3;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.SplittableRandom;

/** Waits longer from attempt to attempt, with jitter from the host's seed. Thread-safe. */
final class Backoff {
  private static final long FIRST_MILLIS = 20;
  private static final long LONGEST_MILLIS = 2_000;
  private static final int MAX_DOUBLINGS = 10;

  private final HostTime time;
  private final SplittableRandom chance;

  Backoff(HostTime time, long seed) {
    this.time = time;
    this.chance = new SplittableRandom(seed);
  }

  /** Waits before attempt {@code attempt + 1}. */
  void pause(int attempt) throws InterruptedException {
    long millis = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(attempt - 1, MAX_DOUBLINGS));
    time.pause(Duration.ofMillis(millis / 2 + jitter(millis / 2 + 1)));
  }

  private synchronized long jitter(long bound) {
    return chance.nextLong(bound);
  }
}
