package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.util.List;

/**
 * Takes over from older generations of mode confirm (W-6). Nothing unconfirmed stays in the store:
 * rows and confirmation are one local transaction, and those of ended sessions are rolled back. One
 * thread at a time.
 */
final class ConfirmTakeover implements Takeover {
  private final Fencing fencing;

  ConfirmTakeover(Ledger ledger) {
    this.fencing = new Fencing(ledger);
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    return fencing.newest(scope);
  }

  /** A row that only {@code retire} removes. */
  @Override
  public boolean keepsGenerations() {
    return true;
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    return fencing.confirmed(scope);
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    fencing.fence(scope, current);
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) {
    return List.of();
  }

  @Override
  public void close() {
    // Connections go back to the pool after each call.
  }
}
