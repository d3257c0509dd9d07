package dev.landfall.sink.jdbc;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/** Looks for a branch in the store. One thread at a time. */
final class XaLook {
  private final Ledger ledger;
  private final XaLink link;
  private @Nullable Boolean keepsBranches;

  XaLook(Ledger ledger, XaLink link) {
    this.ledger = ledger;
    this.link = link;
  }

  /**
   * The list first and the row second: a commit between the two then shows as committed, and never
   * as lost.
   */
  XaEvidence at(IntervalId interval, BranchXid xid) throws SinkException {
    XaEvidence.Answer listed = listed(xid);
    XaEvidence.Answer confirmed = confirmed(interval);
    XaEvidence.Answer pruned =
        confirmed == XaEvidence.Answer.NO
            ? ask("neighbours", interval, ledger.confirmations()::mayBePruned)
            : confirmed;
    boolean nowhere = listed == XaEvidence.Answer.NO && confirmed == XaEvidence.Answer.NO;
    XaEvidence.Answer held =
        nowhere && keepsBranches()
            ? ask("lock", interval, ledger.confirmations()::isHeld)
            : XaEvidence.Answer.NO;
    return new XaEvidence(listed, confirmed, pruned, held);
  }

  /** Whether the confirmation row of an interval is there. */
  XaEvidence.Answer confirmed(IntervalId interval) throws SinkException {
    return ask("confirmation", interval, ledger.confirmations()::contains);
  }

  /** Whether the server keeps a prepared branch on its session; asked once. */
  boolean keepsBranches() throws SinkException {
    if (keepsBranches == null) {
      keepsBranches =
          ledger
              .database()
              .oneByOne(
                  "ask what becomes of prepared branches",
                  connection -> !ledger.database().dialect().detaches(connection));
    }
    return keepsBranches;
  }

  /** A question to the confirmation table. */
  private interface Question {
    boolean of(Connection connection, IntervalId interval) throws SQLException;
  }

  private XaEvidence.Answer ask(String what, IntervalId interval, Question question)
      throws SinkException {
    try {
      return XaEvidence.Answer.of(
          ledger
              .database()
              .oneByOne(
                  "read the " + what + " of " + interval,
                  connection -> question.of(connection, interval)));
    } catch (StoreUnavailableException e) {
      throw e;
    } catch (SinkException e) {
      return XaEvidence.Answer.UNKNOWN;
    }
  }

  XaEvidence.Answer listed(BranchXid xid) throws SinkException {
    try {
      return XaEvidence.Answer.of(link.prepared().contains(xid));
    } catch (XAException e) {
      if (XaErrors.isUnavailable(e, ledger.database().dialect())) {
        throw new StoreUnavailableException(
            "Cannot list prepared branches: " + XaErrors.name(e), e);
      }
      return XaEvidence.Answer.UNKNOWN;
    }
  }

  /**
   * Ends the session that holds a prepared branch, where the server keeps it there. Such a session
   * can do nothing else any more, so ending it hurts nobody; the branch stays prepared.
   */
  void detach(IntervalId interval) throws SinkException {
    ledger
        .database()
        .oneByOne(
            "end the session of " + interval,
            connection -> {
              if (ledger.database().dialect().detaches(connection)) {
                return false;
              }
              for (SessionTable.Entry entry :
                  ledger.sessions().read(connection, interval.writer().sink())) {
                if (mayHold(entry.first(), interval)) {
                  ledger.sessions().end(connection, entry);
                }
              }
              return true;
            });
  }

  /**
   * Such a session serves one branch: that of the first interval with rows from its first on. So
   * one that began no later than a prepared interval holds that branch or an earlier one.
   */
  private static boolean mayHold(IntervalId first, IntervalId prepared) {
    return first.writer().equals(prepared.writer())
        && first.generation().equals(prepared.generation())
        && !first.isAfter(prepared);
  }
}
