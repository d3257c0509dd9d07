package dev.landfall.sdk;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock and the waiting that a host lends to a sink, so that the crash suite can own time.
 * Thread-safe.
 *
 * <p>The wall clock may jump (NTP, a suspended machine); nothing may be named by it (SI-4), and
 * intervals are measured by {@link #nanos}.
 */
public interface HostTime {
  /** The wall clock. */
  Instant now();

  /** A clock that only moves forward, in nanoseconds from an arbitrary origin. */
  long nanos();

  /**
   * Waits.
   *
   * @throws InterruptedException if the thread was interrupted before or while it waited
   */
  void pause(Duration duration) throws InterruptedException;

  /** The clock of this machine. */
  static HostTime system() {
    return SystemTime.INSTANCE;
  }
}
