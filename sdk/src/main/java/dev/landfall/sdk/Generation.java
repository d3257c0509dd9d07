package dev.landfall.sdk;

/**
 * The incarnation of a writer: one more than the newest that the store or the restored checkpoint
 * knows, taken at recover (SI-4, W-6, T-8).
 *
 * <p>Names carry the generation, so a request of a dead instance that arrives late can never hit
 * data of its successor. Immutable, thread-safe.
 */
public record Generation(long value) implements Comparable<Generation> {
  /** What a store or a state directory knows before the first start. */
  public static final Generation NONE = new Generation(0);

  public Generation {
    if (value < 0) {
      throw new IllegalArgumentException(
          "Cannot name a generation " + value + ": expected 0 or more");
    }
  }

  /** The generation that takes over from this one. */
  public Generation next() {
    return new Generation(Math.addExact(value, 1));
  }

  /** The newer of the two. */
  public Generation max(Generation other) {
    return value >= other.value ? this : other;
  }

  /**
   * Whether this generation came before {@code other}: only then may {@code other} destroy what
   * belongs to it.
   */
  public boolean isOlderThan(Generation other) {
    return value < other.value;
  }

  @Override
  public int compareTo(Generation other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
