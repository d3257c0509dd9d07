package dev.landfall.sdk.record;

/**
 * Where a record came from: the same after every replay (HO-7). Immutable, thread-safe.
 *
 * @param split the unit that is replayed in order: a file, a partition
 * @param offset grows within the split: a byte position, a Kafka offset
 * @param line the line in a text file, counted from 1; 0 where the source has no lines
 */
public record SourcePosition(String split, long offset, long line) {
  /** Of a record that no source made. */
  public static final SourcePosition NONE = new SourcePosition("", 0, 0);

  /** Of a source without lines. */
  public static SourcePosition of(String split, long offset) {
    return new SourcePosition(split, offset, 0);
  }

  /** {@code earthquakes.jsonl line 900} or {@code orders-3 offset 17}. */
  @Override
  public String toString() {
    return line > 0 ? split + " line " + line : split + " offset " + offset;
  }
}
