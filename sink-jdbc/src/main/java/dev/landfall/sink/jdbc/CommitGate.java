package dev.landfall.sink.jdbc;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the interval before is committed, by its confirmation row, since the commit may
 * happen in another process. Asks seldom, for it is asked often. One thread at a time.
 */
final class CommitGate {
  private static final long LOOK_NANOS = 20_000_000;

  private final Ledger ledger;
  private @Nullable IntervalId awaited;
  private long lookedAt;

  CommitGate(Ledger ledger) {
    this.ledger = ledger;
    this.lookedAt = ledger.database().context().time().nanos() - LOOK_NANOS;
  }

  /** Closes the gate until this interval is committed. */
  void await(IntervalId prepared) {
    awaited = prepared;
  }

  /** Whether nothing is awaited; looks at the table at most fifty times a second. */
  boolean isOpen() throws SinkException {
    long now = ledger.database().context().time().nanos();
    if (awaited == null) {
      return true;
    }
    return now - lookedAt >= LOOK_NANOS && isOpenNow();
  }

  /** Whether nothing is awaited; looks. */
  boolean isOpenNow() throws SinkException {
    IntervalId interval = awaited;
    if (interval == null) {
      return true;
    }
    lookedAt = ledger.database().context().time().nanos();
    boolean confirmed =
        ledger
            .database()
            .oneByOne(
                "read the confirmation of " + interval,
                connection -> ledger.confirmations().contains(connection, interval));
    if (confirmed) {
      awaited = null;
    }
    return confirmed;
  }
}
