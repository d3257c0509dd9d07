package dev.landfall.sdk.log;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.Optional;

/**
 * Appends the records of one interval. One thread at a time: {@link #seal} may run on another
 * thread than {@link #append}, after it.
 */
public interface SegmentWriter extends AutoCloseable {
  /**
   * Adds one record; may buffer.
   *
   * @throws UnloggableRecordException if this record cannot be held; nothing of it was added, and
   *     the next one can be (SI-8)
   * @throws IOException if nothing more can be added
   */
  void append(SinkRecord record) throws IOException;

  /**
   * Makes the segment complete and durable (fsync, atomic rename), and ends this writer. Takes as
   * long as the device needs, so hosts call it off the writing thread.
   *
   * @return the committable that names it; empty if nothing was appended, in which case nothing
   *     stays behind (HO-12)
   */
  Optional<Committable> seal() throws IOException;

  /** Discards the segment unless it was sealed. Idempotent. */
  @Override
  void close() throws IOException;
}
