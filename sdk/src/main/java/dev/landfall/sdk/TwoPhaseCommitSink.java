package dev.landfall.sdk;

/**
 * Visibility is tied to the checkpoint: records go into a transaction that is prepared at the
 * barrier and committed once the checkpoint is durable (T-1 to T-13).
 *
 * <p>Call order per writer: {@code writer ( begin write* prepare )* abort? close}; {@code commit}
 * of an interval may run beside the next interval's writes, on another thread, in another process
 * (HO-3). After a restart, in this order: read confirmations, commit what the restored checkpoint
 * holds, fence, abort what is dangling, then open writers (T-7). Thread-safe; what it makes is used
 * by one thread at a time.
 */
public non-sealed interface TwoPhaseCommitSink extends Sink {
  /**
   * Makes one writer; called once per writer and generation, after {@link Takeover#fence} for its
   * scope wherever the host can keep that order (HO-8).
   *
   * @throws FencedException if a newer generation is there
   * @throws SinkException if the store refuses
   */
  TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected)
      throws SinkException, InterruptedException;

  /**
   * Makes a committer from the configuration alone; any number may live at once, in any process.
   */
  Committer committer() throws SinkException, InterruptedException;

  /** Makes what recovers this sink; called once per start and closed when recovery is done. */
  Takeover takeover() throws SinkException, InterruptedException;
}
