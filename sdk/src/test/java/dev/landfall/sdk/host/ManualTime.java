package dev.landfall.sdk.host;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.time.Instant;

/** A clock that only pauses move. One thread at a time. */
final class ManualTime implements HostTime {
  private long nanos;
  private int pauses;

  int pauses() {
    return pauses;
  }

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
    pauses++;
    nanos += duration.toNanos();
  }
}
