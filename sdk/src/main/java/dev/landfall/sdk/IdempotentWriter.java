package dev.landfall.sdk;

import dev.landfall.sdk.record.SinkRecord;

/** Writes records by key, so that twice is once (I-1). One thread at a time. */
public interface IdempotentWriter extends AutoCloseable {
  /**
   * Takes one record; may buffer within its bound and blocks when that is full (SI-3).
   *
   * @throws SinkException an error of this write or of an earlier one (SI-1); the writer is then of
   *     no further use (SI-2)
   */
  void write(SinkRecord record) throws SinkException, InterruptedException;

  /**
   * Returns when everything written so far is durable in the store (I-2) or was rejected by name
   * (SI-8). Called once at every barrier, also for an interval without records (HO-12).
   *
   * @throws SinkException the first error of any write since the last flush (SI-1)
   */
  void flush() throws SinkException, InterruptedException;

  /** Frees resources and writes nothing that is still buffered (SI-2). Idempotent. */
  @Override
  void close();
}
