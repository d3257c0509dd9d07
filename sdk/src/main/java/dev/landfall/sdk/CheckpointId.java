package dev.landfall.sdk;

/**
 * The name of a checkpoint: positive, and growing while a lineage of state is continued (HO-1).
 *
 * <p>Gaps are legal. An id alone proves nothing: a restored savepoint or a lost state directory
 * starts again at a lower one. Immutable, thread-safe.
 */
public record CheckpointId(long value) implements Comparable<CheckpointId> {
  public CheckpointId {
    if (value < 1) {
      throw new IllegalArgumentException(
          "Cannot name a checkpoint " + value + ": expected 1 or more (HO-1)");
    }
  }

  @Override
  public int compareTo(CheckpointId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
