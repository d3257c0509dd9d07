package dev.landfall.sdk;

/**
 * Repetition is harmless: writing an interval again changes nothing in the end (I-1, I-4).
 *
 * <p>Call order per writer: {@code writer ( write* flush )* close}. There is nothing to commit and
 * nothing to recover; records are visible as soon as they are written. Thread-safe; a writer is
 * used by one thread at a time.
 */
public non-sealed interface IdempotentSink extends Sink {
  /**
   * Makes one writer; called once per writer and start. Its idempotency keys come from the record
   * alone, never from the generation (SI-4).
   *
   * @throws SinkException if the store refuses
   */
  IdempotentWriter writer(WriterId id, RejectedRecords rejected)
      throws SinkException, InterruptedException;
}
