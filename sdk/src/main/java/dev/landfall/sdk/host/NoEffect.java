package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Liveness;

/**
 * An idempotent sink has nothing to commit; a committable for it comes from another sink's state.
 * Stateless, thread-safe.
 */
final class NoEffect implements Effect {
  @Override
  public CommitOutcome commit(Committable committable) {
    throw foreign(committable);
  }

  @Override
  public Liveness liveness(Committable committable) {
    throw foreign(committable);
  }

  @Override
  public void forget(Committable committable) {
    throw foreign(committable);
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  private static ProtocolException foreign(Committable committable) {
    return new ProtocolException(
        "HO-7",
        committable.interval() + " was given to an idempotent sink, which has no committables");
  }
}
