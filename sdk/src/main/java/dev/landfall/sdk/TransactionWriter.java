package dev.landfall.sdk;

import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;

/** Stages the records of one interval after the other in transactions. One thread at a time. */
public interface TransactionWriter extends AutoCloseable {
  /**
   * Begins the transaction of {@code interval}; called once per interval, before its first record.
   * The transaction is named by the interval (SI-4). A sink may put the request to the store off
   * until the first record.
   */
  void begin(IntervalId interval) throws SinkException, InterruptedException;

  /**
   * Adds one record to the transaction begun last; may buffer within its bound and blocks when that
   * is full (SI-3), but never until a commit has happened (HO-3).
   *
   * @throws SinkException an error of this write or of an earlier one (SI-1); the writer is then of
   *     no further use (SI-2)
   */
  void write(SinkRecord record) throws SinkException, InterruptedException;

  /**
   * Makes the transaction durable and not visible: from the return on it can be committed from any
   * process (T-2, T-3). Called once per {@link #begin}.
   *
   * @return the committable; empty only if the interval holds no record (T-10)
   * @throws SinkException the first error of any write of the interval (SI-1)
   */
  Optional<Committable> prepare() throws SinkException, InterruptedException;

  /** Discards the transaction begun last, if it is not prepared. Idempotent (T-6). */
  void abort() throws SinkException, InterruptedException;

  /** Frees resources; leaves prepared transactions alone (T-11, SI-2). Idempotent. */
  @Override
  void close();
}
