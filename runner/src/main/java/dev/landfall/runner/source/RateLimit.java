package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import java.time.Duration;

/**
 * Allows so many records a second. What was not taken in time can be taken later, up to a second's
 * worth, so that a short stall does not lower the rate. One thread at a time.
 */
final class RateLimit {
  private static final double NANOS = 1e9;
  private static final Duration MAX_PAUSE = Duration.ofMillis(50);

  private final HostTime time;
  private final double perSecond;
  private long since;
  private long taken;

  RateLimit(HostTime time, double perSecond) {
    this.time = time;
    this.perSecond = perSecond;
    this.since = time.nanos();
  }

  /** How many records may be taken now, at most {@code wanted}. */
  int allowed(int wanted) {
    long now = time.nanos();
    double due = (now - since) / NANOS * perSecond;
    if (due - taken > perSecond) {
      since = now - (long) NANOS;
      taken = 0;
      due = perSecond;
    }
    return (int) Math.max(0, Math.min(wanted, due - taken));
  }

  void take(int records) {
    taken += records;
  }

  /** Waits for the next record to be due, or a fraction of a second. */
  void pause() throws InterruptedException {
    long nanos = (long) ((taken + 1) / perSecond * NANOS) - (time.nanos() - since);
    if (nanos > 0) {
      time.pause(Duration.ofNanos(Math.min(nanos, MAX_PAUSE.toNanos())));
    }
  }
}
