package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bookkeeping of one sink, put together once. Thread-safe.
 *
 * @param database where it is kept
 * @param bookkeeping the tables
 * @param confirmations proofs of commits
 * @param fences newest generations
 * @param sessions who writes
 * @param sessionCount counts the sessions that this process has registered
 */
record Ledger(
    Database database,
    Bookkeeping bookkeeping,
    ConfirmationTable confirmations,
    FenceTable fences,
    SessionTable sessions,
    AtomicLong sessionCount) {

  /**
   * Puts it together; touches nothing in the store.
   *
   * @throws SinkException if the database's sessions cannot be told apart and ended
   */
  static Ledger of(Database database) throws SinkException {
    Bookkeeping bookkeeping = new Bookkeeping(database);
    Sessions sessions =
        database
            .dialect()
            .sessions()
            .orElseThrow(
                () ->
                    new SinkException(
                        "Cannot use mode "
                            + database.configuration().mode()
                            + " on "
                            + database.dialect().name()
                            + ": expected MySQL, MariaDB or PostgreSQL (use mode upsert)"));
    return new Ledger(
        database,
        bookkeeping,
        new ConfirmationTable(bookkeeping),
        new FenceTable(bookkeeping),
        new SessionTable(bookkeeping, sessions),
        new AtomicLong());
  }

  SinkId sink() {
    return database.context().sink();
  }

  String instance() {
    return database.context().instance();
  }
}
