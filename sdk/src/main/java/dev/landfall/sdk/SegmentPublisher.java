package dev.landfall.sdk;

import dev.landfall.sdk.log.Segment;
import java.io.IOException;

/**
 * Publishes sealed segments and confirms them, from any process (W-2, W-3). One thread at a time.
 */
public interface SegmentPublisher extends AutoCloseable {
  /**
   * Writes the segment's records under the names that follow from its interval, waits for every
   * acknowledgement, and writes the confirmation record last and conditionally (W-2). Publishing
   * again writes the same records under the same names; after the confirmation nothing is published
   * again (W-3).
   *
   * @return {@link CommitOutcome.Committed} only after the confirmation was acknowledged; {@link
   *     CommitOutcome.AlreadyCommitted} with the confirmation as proof
   * @throws FencedException if a newer generation has taken over (W-6)
   * @throws StoreUnavailableException if the store could not be asked; the host asks again
   * @throws IOException what reading the segment threw, passed on: the host tells a torn segment
   *     from one that cannot be read
   */
  CommitOutcome publish(Segment segment) throws SinkException, IOException, InterruptedException;

  /** Frees resources. Idempotent; publishes and confirms nothing. */
  @Override
  void close();
}
