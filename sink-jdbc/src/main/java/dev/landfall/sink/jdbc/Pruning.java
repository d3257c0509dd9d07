package dev.landfall.sink.jdbc;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the number of confirmation rows bounded (T-13): at the first commit of a writer, and every
 * so many after it, the rows beyond the newest {@code confirmations-kept} go. At the first, or a
 * pipeline that often starts anew would never prune. What is asked for later all the same is in
 * doubt, never taken for lost or new. One thread at a time.
 */
final class Pruning {
  private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);

  /** Well below what one pruning removes at most, so that it keeps up. */
  static final int EVERY = 500;

  private final Ledger ledger;
  private final Map<WriterId, Integer> commits = new HashMap<>();

  Pruning(Ledger ledger) {
    this.ledger = ledger;
  }

  void committed(IntervalId interval) {
    WriterId writer = interval.writer();
    if (commits.merge(writer, 1, Integer::sum) % EVERY != 1) {
      return;
    }
    try {
      int kept = ledger.database().configuration().confirmationsKept();
      int gone =
          ledger
              .database()
              .inTransaction(
                  "prune the confirmations of " + writer,
                  connection -> ledger.confirmations().prune(connection, writer, kept));
      LOG.debug("Pruned {} confirmation rows of {}", gone, writer);
    } catch (SinkException e) {
      // Rows too many harm nobody; a commit that failed for them would.
      LOG.warn("Cannot prune the confirmations of {}: {}", writer, e.getMessage());
    }
  }
}
