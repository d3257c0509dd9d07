package dev.landfall.runner;

import java.time.Duration;

/**
 * Since when records wait for their commit. Owned by the coordinator; in nanoseconds of a clock
 * that only moves forward.
 *
 * <p>A record is no older than the barrier before it. Of barriers only three matter: the one that
 * began the interval under way, the one that began what the checkpoint under way or being committed
 * covers, and nothing before them, for one commit at a time is waited for.
 */
final class IntervalClock {
  private long oldestNanos;
  private long newestNanos;

  /** Begins with the first interval. */
  IntervalClock(long nowNanos) {
    oldestNanos = nowNanos;
    newestNanos = nowNanos;
  }

  /** A barrier was sent: an interval ends, the next begins. */
  void barrier(long nowNanos) {
    newestNanos = nowNanos;
  }

  /** Everything before the newest barrier is committed. */
  void committed() {
    oldestNanos = newestNanos;
  }

  /** The age of the oldest interval that is not committed. */
  Duration age(long nowNanos) {
    return Duration.ofNanos(nowNanos - oldestNanos);
  }
}
