package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.landfall.sdk.HostTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The system's time, with a wall clock that can be made to jump (K13). Thread-safe. */
final class ChildTime implements HostTime {
  private final HostTime system = HostTime.system();
  private final AtomicReference<Duration> jumped = new AtomicReference<>(Duration.ZERO);

  JsonNode jump(Duration by) {
    jumped.accumulateAndGet(by, Duration::plus);
    return NullNode.getInstance();
  }

  @Override
  public Instant now() {
    return system.now().plus(jumped.get());
  }

  @Override
  public long nanos() {
    return system.nanos();
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    system.pause(duration);
  }
}
