package dev.landfall.stores;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A bound on a wait, on the monotonic clock: servers run in real time, so no other clock would do.
 * One thread at a time.
 */
final class Deadline {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

  private final long end;

  private Deadline(long end) {
    this.end = end;
  }

  static Deadline in(Duration bound) {
    return new Deadline(System.nanoTime() + bound.toNanos());
  }

  /** Polls until the condition holds (true) or the bound has passed (false). */
  boolean await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (remaining().isZero()) {
        return false;
      }
      pause();
    }
    return true;
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  private static void pause() {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException("Cannot wait for a store: the thread was interrupted");
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
