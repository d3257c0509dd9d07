package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Writes at once and flushes at the barrier; nothing is left to commit (I-2). One thread at a time.
 */
final class IdempotentStaging implements Staging {
  private final IdempotentWriter writer;

  IdempotentStaging(IdempotentWriter writer) {
    this.writer = writer;
  }

  @Override
  public void begin(IntervalId interval) {
    // Idempotency keys hold no interval (SI-4), so there is nothing to begin.
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    writer.write(record);
  }

  @Override
  public CompletableFuture<Optional<Committable>> finish()
      throws SinkException, InterruptedException {
    writer.flush();
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public void discard() {
    // What is written stays written; what is buffered goes with close.
  }

  @Override
  public void close() {
    writer.close();
  }
}
