package dev.landfall.sdk.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import java.util.Optional;

/**
 * A committable that no outcome has ended (HO-5). Immutable, thread-safe.
 *
 * @param checkpoint the checkpoint that holds it, where the host knows that at the barrier
 * @param committable what is to be committed
 */
public record Pending(Optional<CheckpointId> checkpoint, Committable committable) {
  @Override
  public String toString() {
    return committable.interval() + checkpoint.map(id -> " of checkpoint " + id).orElse("");
  }
}
