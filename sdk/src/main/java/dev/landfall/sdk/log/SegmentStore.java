package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Where the segments of a write-ahead log live: a local directory by default, or the sink's own
 * store. Thread-safe; what it opens is used by one thread at a time.
 */
public interface SegmentStore extends AutoCloseable {
  /**
   * Opens the segment of an interval.
   *
   * @throws IOException if it cannot be made, or if a sealed one of that name is there already
   */
  SegmentWriter open(IntervalId interval) throws IOException;

  /**
   * The sealed segment that a committable names. Its bytes are verified when they are read, not
   * here.
   *
   * @throws TornSegmentException if it is not there, or is not the one that was sealed (W-4)
   */
  Segment sealed(Committable committable) throws IOException;

  /** Deletes a segment that no retained checkpoint names any more. Idempotent. */
  void forget(Committable committable) throws IOException;

  /**
   * Deletes the segments of the scope that belong to a generation older than {@code current}, open
   * or sealed, except those that a retained checkpoint names.
   *
   * @return one printable line for each segment deleted
   */
  List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained)
      throws IOException;

  @Override
  void close() throws IOException;
}
