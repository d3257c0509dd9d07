package dev.landfall.sink.redis;

import dev.landfall.sdk.config.Key;
import java.time.Duration;

/** What a barrier waits for beside the replies. Immutable, thread-safe. */
public record DurabilityWait(
    @Key(value = "Replicas that must have every write, 0 to 16.", defaultValue = "0") int replicas,
    @Key(
            value =
                "Whether it must be on disk (WAITAOF, Redis 7.2): of the server, and of the"
                    + " replicas.",
            defaultValue = "false")
        boolean aof,
    @Key(value = "How long one wait may take, 10ms to 10m.", defaultValue = "10s")
        Duration timeout) {
  private static final int MAX_REPLICAS = 16;

  /** Checks the bounds. */
  public DurabilityWait {
    if (replicas < 0 || replicas > MAX_REPLICAS || (replicas == 0 && !aof)) {
      throw new IllegalArgumentException(
          "replicas is "
              + replicas
              + ", expected 1 to "
              + MAX_REPLICAS
              + ", or 0 with 'aof: true'");
    }
    if (timeout.toMillis() < 10 || timeout.compareTo(Duration.ofMinutes(10)) > 0) {
      throw new IllegalArgumentException("timeout is " + timeout + ", expected 10ms to 10m");
    }
  }
}
