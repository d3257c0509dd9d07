package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What the three contracts have in common, seen from the writer driver. One thread at a time. */
sealed interface Staging permits IdempotentStaging, LogStaging, TransactionStaging {
  void begin(IntervalId interval) throws SinkException, InterruptedException;

  void write(SinkRecord record) throws SinkException, InterruptedException;

  /** Ends the interval begun last; what it returns may complete later, on another thread. */
  CompletableFuture<Optional<Committable>> finish() throws SinkException, InterruptedException;

  /** Discards what is staged and not finished; leaves what is prepared alone (T-11). */
  void discard() throws SinkException, InterruptedException;

  /** Frees resources and touches nothing in the store (SI-2). */
  void close();
}
