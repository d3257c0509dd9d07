package dev.landfall.sdk;

import java.util.List;

/**
 * What a restart needs of a store with two-phase commit or a confirmation log: what is there, and
 * the end of whoever was there before (W-6, T-7, T-8). One thread at a time.
 *
 * <p>Call order: {@code newest* confirmed* fence abortDangling close}, each once per scope; all
 * restored committables have ended before the first {@link #fence} (HO-8). Every method may run
 * again in another process after any crash, and touches nothing outside its scope (SI-5).
 */
public interface Takeover extends AutoCloseable {
  /**
   * The newest generation that the store has seen in this scope, or {@link Generation#NONE}.
   * Changes nothing.
   */
  Generation newest(WriterScope scope) throws SinkException, InterruptedException;

  /**
   * Whether {@link #newest} never forgets a generation that was fenced here, for as long as nobody
   * takes away what the sink keeps in the store. A host then tells a store that was emptied,
   * restored from an old backup or mistaken for another from the one that it has written to. False
   * where the store itself forgets (Kafka: {@code transactional.id.expiration.ms}).
   */
  default boolean keepsGenerations() {
    return false;
  }

  /**
   * The newest confirmed interval of each writer in the scope, from the confirmation records
   * (HO-15). Changes nothing; a writer that never confirmed is left out.
   */
  List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException;

  /**
   * Makes every action of a generation older than {@code current} fail for good, the ones in flight
   * included (W-6, T-8). After the return no older generation can confirm or make anything visible.
   *
   * @throws FencedException if the store knows a generation of another process that is {@code
   *     current} or newer
   */
  void fence(WriterScope scope, Generation current) throws SinkException, InterruptedException;

  /**
   * Discards everything in the scope that belongs to a generation older than {@code current} and is
   * not committed: open and prepared transactions, staged files, unconfirmed objects (T-7, W-5).
   * Only older generations are touched, so that a late repetition cannot hit a successor.
   *
   * @return one printable line for each thing discarded
   */
  List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException;

  /** Frees resources. Idempotent. */
  @Override
  void close();
}
