package dev.landfall.sdk;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether a prepared transaction can still be committed, asked before its checkpoint becomes
 * durable (HO-13). Immutable, thread-safe.
 */
public sealed interface Liveness {
  /** It waits without a limit. */
  static Liveness alive() {
    return new Alive(Optional.empty());
  }

  /** It waits, but the store ends it after {@code left}. */
  static Liveness aliveFor(Duration left) {
    return new Alive(Optional.of(left));
  }

  /** It can no longer be committed; the checkpoint must fail. */
  static Liveness gone(String reason) {
    return new Gone(reason);
  }

  /** Prepared and waiting; {@code left} is empty where the store sets no limit. */
  record Alive(Optional<Duration> left) implements Liveness {}

  /** No longer there to be committed. */
  record Gone(String reason) implements Liveness {}
}
