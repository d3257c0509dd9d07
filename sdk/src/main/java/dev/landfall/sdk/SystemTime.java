package dev.landfall.sdk;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clock of this machine. Stateless, thread-safe. */
final class SystemTime implements HostTime {
  static final SystemTime INSTANCE = new SystemTime();

  private final Clock clock = Clock.systemUTC();

  private SystemTime() {}

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    long deadline = System.nanoTime() + duration.toNanos();
    // parkNanos may return early for no reason; the loop is bounded by the deadline.
    for (long left = duration.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting " + duration);
      }
    }
  }
}
