package dev.landfall.sdk.log;

import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.Optional;

/** Reads the records of a segment in the order in which they were written. One thread at a time. */
public interface SegmentReader extends AutoCloseable {
  /**
   * The next record, or empty after the last one that was sealed.
   *
   * @throws TornSegmentException if what is there is not what was sealed: a torn, short or changed
   *     segment is neither delivered as if it were whole nor skipped (W-4)
   */
  Optional<SinkRecord> next() throws IOException;

  @Override
  void close() throws IOException;
}
