package dev.landfall.sink.redis;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Waits before the next try, longer each time, and not beyond a bound. One thread at a time; one
 * for each trouble.
 */
final class Retry {
  private static final long FIRST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 1_000;

  private final HostTime time;
  private final SplittableRandom jitter;
  private final Duration bound;
  private final long beganNanos;
  private long nextMillis = FIRST_MILLIS;

  Retry(HostTime time, SplittableRandom jitter, Duration bound) {
    this.time = time;
    this.jitter = jitter;
    this.bound = bound;
    this.beganNanos = time.nanos();
  }

  /**
   * Waits.
   *
   * @throws StoreUnavailableException if the bound has passed; the host may restart
   */
  void pause(String what, Fault last) throws StoreUnavailableException, InterruptedException {
    if (time.nanos() - beganNanos >= bound.toNanos()) {
      throw new StoreUnavailableException(
          "Cannot "
              + what
              + ": after "
              + bound.toSeconds()
              + " s still '"
              + last.text()
              + "', expected a server that takes writes (see 'retry-timeout')");
    }
    // Half of it at random, so that writers who failed together do not return together.
    time.pause(Duration.ofMillis(nextMillis / 2 + jitter.nextLong(nextMillis / 2 + 1)));
    nextMillis = Math.min(LONGEST_MILLIS, 2 * nextMillis);
  }
}
