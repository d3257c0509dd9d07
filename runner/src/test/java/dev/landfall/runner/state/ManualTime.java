package dev.landfall.runner.state;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.time.Instant;

/** A clock that a test moves. Thread-safe. */
final class ManualTime implements HostTime {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  private volatile long nanos;

  @Override
  public Instant now() {
    return ORIGIN.plusNanos(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public synchronized void pause(Duration duration) {
    nanos += duration.toNanos();
  }

  void pass(Duration duration) {
    pause(duration);
  }
}
