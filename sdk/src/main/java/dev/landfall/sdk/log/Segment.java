package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import java.io.IOException;

/**
 * One sealed piece of a write-ahead log: complete, durable, and never changed again. Immutable,
 * thread-safe; a reader that it opens is used by one thread.
 */
public interface Segment {
  /** The committable that names it. */
  Committable committable();

  /**
   * Opens the records from the first one; may be called any number of times.
   *
   * @throws TornSegmentException if the segment is not what was sealed (W-4)
   * @throws IOException if it cannot be read
   */
  SegmentReader open() throws IOException;
}
