package dev.landfall.runner.source;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.time.Instant;

/** A clock that waiting moves. One thread at a time. */
final class ManualTime implements HostTime {
  long nanos;

  @Override
  public Instant now() {
    return Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void pause(Duration duration) {
    nanos += duration.toNanos();
  }
}
