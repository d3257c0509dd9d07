package dev.landfall.conformance.host;

import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.time.Instant;

/** The clock of one run; it moves only when the suite moves it. One thread at a time. */
final class VirtualTime {
  private final Instant start;
  private long nanos;
  private long jumpMillis;

  VirtualTime(Instant start) {
    this.start = start;
  }

  long millis() {
    return nanos / 1_000_000;
  }

  void advance(Duration duration) {
    nanos = Math.addExact(nanos, duration.toNanos());
  }

  void jump(Duration duration) {
    jumpMillis += duration.toMillis();
  }

  /** What the world does while a host waits. */
  @FunctionalInterface
  interface Pause {
    void of(Duration duration) throws InterruptedException;
  }

  /** The clock as one process sees it: to a dead one it says nothing any more. */
  HostTime seenBy(Instance instance, Pause passed) {
    return new HostTime() {
      @Override
      public Instant now() {
        instance.requireAlive();
        return start.plusNanos(nanos).plusMillis(jumpMillis);
      }

      @Override
      public long nanos() {
        return nanos;
      }

      @Override
      public void pause(Duration duration) throws InterruptedException {
        instance.requireAlive();
        advance(duration);
        passed.of(duration);
      }
    };
  }
}
