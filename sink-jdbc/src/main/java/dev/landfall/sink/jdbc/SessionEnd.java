package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;

/**
 * Waits for the end of a session that may hold a prepared branch. Stateless, thread-safe.
 *
 * <p>A server that keeps a branch on its session sets it free in two steps: first its name may be
 * taken by any session, and only at the very end does the storage engine let go of it. An {@code XA
 * COMMIT} between the two is answered with OK and does nothing, and after it the branch is known to
 * the engine alone, with its locks, until the server starts again (seen on MariaDB 11.4.5, three in
 * 3,000 that came at once; {@code XA ROLLBACK} looks for a branch in the same way). Nothing that a
 * user may ask shows the second step. So who ends a session waits until its named lock is free,
 * which happens before the second step, and {@link #FREED} more, which is some hundred times what
 * the rest takes. {@link XaCommitter} makes sure of what it is told nevertheless.
 */
final class SessionEnd {
  /** From the last sign of a session until its branch is free. */
  static final Duration FREED = Duration.ofMillis(20);

  private static final Duration LOOK = Duration.ofMillis(1);
  private static final Duration BOUND = Duration.ofSeconds(30);

  private SessionEnd() {}

  /**
   * Returns once the branch of a closed session can be committed by another one.
   *
   * @throws StoreUnavailableException if the server still has the session after 30 s
   */
  static void await(Ledger ledger, SessionTable.Entry closed)
      throws SinkException, InterruptedException {
    long deadline = ledger.database().context().time().nanos() + BOUND.toNanos();
    while (isAlive(ledger, closed)) {
      if (ledger.database().context().time().nanos() > deadline) {
        throw new StoreUnavailableException(
            "Cannot set the branch of "
                + closed.first()
                + " free: session "
                + closed.mark().number()
                + " is closed, but the server still has it after "
                + BOUND.toSeconds()
                + " s (end it by hand)");
      }
      ledger.database().context().time().pause(LOOK);
    }
    ledger.database().context().time().pause(FREED);
  }

  private static boolean isAlive(Ledger ledger, SessionTable.Entry closed) throws SinkException {
    return ledger
        .database()
        .oneByOne(
            "look for session " + closed.name(),
            connection -> ledger.sessions().isAlive(connection, closed));
  }
}
