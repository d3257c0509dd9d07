package dev.landfall.sink.jdbc;

import dev.landfall.sdk.CommitOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the store shows of a branch that could not simply be committed, and what follows from it:
 * the decision table of mode xa (T-4, T-5). Immutable, thread-safe.
 *
 * <pre>
 *   listed as prepared  confirmation row  outcome
 *   any                 there             already committed: row and rows became visible together
 *   yes                 not there         not decided: still attached to a session, ask again
 *   no                  not there         lost, or in doubt if the row may have been pruned, or if a
 *                                         transaction that is not listed still holds it
 *   not known           not there         in doubt
 *   any                 not known         in doubt, unless listed: then ask again
 * </pre>
 *
 * @param listed whether the server lists it as prepared; UNKNOWN if it may not be asked
 * @param confirmed whether its confirmation row is there; UNKNOWN if the table cannot be read
 * @param pruned whether the row may have been removed by pruning
 * @param held whether a transaction that is not committed holds the row; NO where it was not asked
 */
record XaEvidence(Answer listed, Answer confirmed, Answer pruned, Answer held) {
  /** How long to wait before asking again. */
  private static final Duration AGAIN = Duration.ofMillis(100);

  /** What a look at the store can say. */
  enum Answer {
    YES,
    NO,
    UNKNOWN;

    static Answer of(boolean holds) {
      return holds ? YES : NO;
    }
  }

  /** Whether neither place knows the branch: worth a second look before a verdict. */
  boolean isAbsent() {
    return listed == Answer.NO && confirmed == Answer.NO;
  }

  CommitOutcome outcome(String xid, @Nullable String error) {
    if (confirmed == Answer.YES) {
      return CommitOutcome.alreadyCommitted("the confirmation row of xid " + xid + " is there");
    }
    if (listed == Answer.YES) {
      return CommitOutcome.retryLater(
          AGAIN, "xid " + xid + " is prepared and attached to another session; " + error);
    }
    if (listed == Answer.UNKNOWN || confirmed == Answer.UNKNOWN) {
      return CommitOutcome.inDoubt(
          "xid "
              + xid
              + ": "
              + (listed == Answer.UNKNOWN
                  ? "the prepared branches cannot be listed"
                  : "the confirmation rows cannot be read")
              + "; "
              + error);
    }
    if (held != Answer.NO) {
      return CommitOutcome.inDoubt(
          "xid "
              + xid
              + " is not listed as prepared, and "
              + (held == Answer.YES
                  ? "a transaction that is not committed holds its confirmation row: the storage"
                      + " engine still has the branch, but the server has lost its name (start"
                      + " again; if it stays so, restart the database server: the branch is listed"
                      + " then, and the next start commits it)"
                  : "whether a transaction still holds its confirmation row cannot be asked")
              + "; "
              + error);
    }
    return pruned == Answer.NO
        ? CommitOutcome.lost(
            "xid "
                + xid
                + " is neither prepared nor confirmed: somebody rolled it back, or the server lost"
                + " it; "
                + error)
        : CommitOutcome.inDoubt(
            "xid "
                + xid
                + " is not prepared, and so old that its confirmation row may have been pruned"
                + " (raise confirmations-kept above the intervals of the oldest checkpoint kept)");
  }
}
