package dev.landfall.conformance.host;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.RestoredState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The checkpoint store of one pipeline: what is in here is durable, nothing else is. It keeps the
 * two newest checkpoints. One thread at a time.
 */
final class Lineage {
  private static final int RETAINED = 2;

  private final List<Saved> saved = new ArrayList<>();
  private List<Pending> givenUp = List.of();
  private long lastId;

  /** Grows, and is never used again for another checkpoint (HO-1). */
  CheckpointId next(int gap) {
    lastId += gap;
    return new CheckpointId(lastId);
  }

  Optional<Saved> newest() {
    return saved.isEmpty() ? Optional.empty() : Optional.of(saved.get(saved.size() - 1));
  }

  RestoredState restored() {
    return newest().map(one -> one.restored(saved)).orElse(RestoredState.NONE);
  }

  /** Keeps a checkpoint; what is returned no retained checkpoint names any more. */
  List<Committable> keep(Saved checkpoint) {
    saved.add(checkpoint);
    List<Pending> dropped = new ArrayList<>();
    while (saved.size() > RETAINED) {
      dropped.addAll(saved.remove(0).pending());
    }
    Set<Pending> named = new HashSet<>();
    saved.forEach(one -> named.addAll(one.pending()));
    return dropped.stream().filter(one -> !named.contains(one)).map(Pending::committable).toList();
  }

  /** The newest one is given up for the one before it. */
  void goBack() {
    if (saved.size() > 1) {
      givenUp = saved.remove(saved.size() - 1).pending();
    }
  }

  /** What the newest checkpoint does not hold, because it is not the newest that there was. */
  List<Pending> givenUp() {
    return givenUp;
  }

  void lose() {
    saved.clear();
  }

  @Override
  public String toString() {
    return saved + " " + lastId;
  }
}
