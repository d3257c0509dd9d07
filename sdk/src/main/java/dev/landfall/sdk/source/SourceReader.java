package dev.landfall.sdk.source;

import java.util.Map;
import java.util.Optional;

/** Reads the splits that were assigned to it. One thread at a time. */
public interface SourceReader extends AutoCloseable {
  /** What {@link #read} found. */
  enum Status {
    /** There may be more at once. */
    MORE,
    /** Nothing more now; new records or splits may come. */
    IDLE,
    /** Every assigned split is at its end, for good. */
    END
  }

  /**
   * Adds a split.
   *
   * @param from where a checkpoint left it, or empty for a split without one, which begins where
   *     the configuration says
   * @throws SourceException if the position no longer fits what is there; never a silent jump
   */
  void assign(String split, Optional<SplitPosition> from)
      throws SourceException, InterruptedException;

  /**
   * Hands over one bounded batch of records in order per split. Waits at most a fraction of a
   * second when there is nothing.
   *
   * @throws SourceException if reading failed; the reader is then of no further use
   */
  Status read(RecordOutput output) throws SourceException, InterruptedException;

  /**
   * Where each assigned split goes on after everything that was handed over. Called between two
   * reads, at a barrier (HO-2).
   */
  Map<String, SplitPosition> positions();

  @Override
  void close();
}
