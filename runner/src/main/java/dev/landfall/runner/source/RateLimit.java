package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import java.time.Duration;

/**
 * Allows so many records a second. What was not taken in time can be taken later, up to a second's
 * worth, so that a short stall does not lower the rate. One thread at a time.
 */
final class RateLimit {
  private static final double NANOS = 1e9;
  private static final long MIN_PAUSE_NANOS = 1_000;
  private static final long MAX_PAUSE_NANOS = 50_000_000;

  private final HostTime time;
  private final double perSecond;
  private long since;
  private long taken;

  RateLimit(HostTime time, double perSecond) {
    this.time = time;
    this.perSecond = perSecond;
    this.since = time.nanos();
  }

  /** Takes as many records as are due now, at most {@code wanted}. */
  int take(int wanted) {
    long now = time.nanos();
    double due = (now - since) / NANOS * perSecond;
    if (due - taken > perSecond) {
      since = now - (long) NANOS;
      taken = 0;
      due = perSecond;
    }
    int allowed = (int) Math.max(0, Math.min(wanted, due - taken));
    taken += allowed;
    return allowed;
  }

  /** Waits for the next record to be due, or a fraction of a second. */
  void pause() throws InterruptedException {
    long nanos = (long) ((taken + 1) / perSecond * NANOS) - (time.nanos() - since);
    // Rounding may leave nothing to wait for although nothing is due yet.
    long bounded = Math.max(MIN_PAUSE_NANOS, Math.min(nanos, MAX_PAUSE_NANOS));
    time.pause(Duration.ofNanos(bounded));
  }
}
