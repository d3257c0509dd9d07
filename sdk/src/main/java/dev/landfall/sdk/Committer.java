package dev.landfall.sdk;

/**
 * Finishes prepared transactions, its own process's or another's, from the committable alone (T-3).
 * One thread at a time.
 *
 * <p>After an exception the same committer is used again: a broken connection is its own to
 * replace.
 */
public interface Committer extends AutoCloseable {
  /**
   * Makes the transaction visible. Idempotent from any process; the repetition answers {@link
   * CommitOutcome.AlreadyCommitted}, by proof (T-4).
   *
   * @return {@link CommitOutcome.Committed} only after the store has said so (T-12)
   * @throws SinkException if the store could not be asked; the host asks again, for nothing is
   *     decided
   */
  CommitOutcome commit(Committable committable) throws SinkException, InterruptedException;

  /** Discards the transaction. Idempotent; never undoes a commit (T-6). */
  void abort(Committable committable) throws SinkException, InterruptedException;

  /** Whether the transaction can still be committed, and for how long (HO-13). */
  Liveness liveness(Committable committable) throws SinkException, InterruptedException;

  /** Frees resources. Idempotent; commits and aborts nothing. */
  @Override
  void close();
}
