package dev.landfall.sdk.host;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Waits between two attempts: doubled each time, with jitter from a seed, and never beyond a
 * deadline. One thread at a time.
 */
final class BackOff {
  private final HostTime time;
  private final CommitLimits limits;
  private final SplittableRandom random;
  private final long startNanos;
  private int attempts;

  BackOff(HostTime time, CommitLimits limits, SplittableRandom random) {
    this.time = time;
    this.limits = limits;
    this.random = random;
    this.startNanos = time.nanos();
  }

  int attempts() {
    return attempts;
  }

  /**
   * Waits before the next attempt.
   *
   * @param atLeast what the store asked for
   * @return false, without having waited, if the limit would be passed
   */
  boolean pause(Duration atLeast) throws InterruptedException {
    attempts++;
    long waitNanos = Math.max(atLeast.toNanos(), jittered());
    long spentNanos = time.nanos() - startNanos;
    if (spentNanos + waitNanos > limits.patience().toNanos()) {
      return false;
    }
    time.pause(Duration.ofNanos(waitNanos));
    return true;
  }

  private long jittered() {
    long doubled = limits.firstBackOff().toNanos() << Math.min(attempts - 1, 20);
    long bound = Math.min(doubled, limits.maxBackOff().toNanos());
    // At least 1, for there is no number below 0 to choose.
    return bound / 2 + random.nextLong(Math.max(bound - bound / 2, 1));
  }
}
