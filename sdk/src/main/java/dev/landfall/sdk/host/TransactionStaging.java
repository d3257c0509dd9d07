package dev.landfall.sdk.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Writes into a transaction of the interval and prepares it at the barrier (T-2). One thread at a
 * time.
 */
final class TransactionStaging implements Staging {
  private final TransactionWriter writer;

  TransactionStaging(TransactionWriter writer) {
    this.writer = writer;
  }

  @Override
  public void begin(IntervalId interval) throws SinkException, InterruptedException {
    writer.begin(interval);
  }

  @Override
  public void write(SinkRecord record) throws SinkException, InterruptedException {
    writer.write(record);
  }

  @Override
  public CompletableFuture<Optional<Committable>> finish()
      throws SinkException, InterruptedException {
    return CompletableFuture.completedFuture(writer.prepare());
  }

  @Override
  public void discard() throws SinkException, InterruptedException {
    writer.abort();
  }

  @Override
  public void close() {
    writer.close();
  }
}
