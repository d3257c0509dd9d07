package dev.landfall.sdk;

import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/**
 * The effect comes after the checkpoint: records go to a log, whose sealed segment is published and
 * confirmed once the checkpoint is durable (W-1 to W-6).
 *
 * <p>The host writes the log; the sink publishes. Call order: {@code check*} on the writing thread,
 * {@code publish} for each segment of a durable checkpoint, again after any crash until an outcome
 * ends it. Thread-safe; what it makes is used by one thread at a time.
 */
public non-sealed interface WriteAheadSink extends Sink {
  /**
   * Whether the record can be published at all, asked before it is logged, so that a bad record
   * never blocks a segment later (SI-8). Called by several threads at once. A sink that keeps the
   * log itself ({@link #log}) may look at a record only once, in {@link
   * dev.landfall.sdk.log.SegmentWriter#append}, and refuse it there.
   *
   * @return why not, or empty
   */
  Optional<String> check(SinkRecord record);

  /**
   * Makes a publisher from the configuration alone; any number may live at once, in any process.
   *
   * @param rejected for a record that passed {@link #check} and that the store refuses all the same
   */
  SegmentPublisher publisher(RejectedRecords rejected) throws SinkException, InterruptedException;

  /**
   * The store as the log's home, if the sink offers that: a distributed host can then finish from
   * any machine.
   *
   * @return empty if segments live where the host keeps them
   */
  default Optional<SegmentStore> log() throws SinkException, InterruptedException {
    return Optional.empty();
  }

  /** Makes what recovers this sink; called once per start and closed when recovery is done. */
  Takeover takeover() throws SinkException, InterruptedException;
}
