package dev.landfall.sink.jdbc;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.time.Duration;
import javax.transaction.xa.XAException;

/**
 * Finishes branches by name, from any process (T-3). One thread at a time.
 *
 * <p><b>Crash analysis.</b> Crash before {@code XA COMMIT} reached the server: the branch waits,
 * the next commit succeeds. Crash after it: the confirmation row is visible together with the rows,
 * so the next commit is told that the branch is unknown, finds the row, and answers {@code
 * AlreadyCommitted}. "Unknown" alone proves nothing: MariaDB says so of a branch that is still
 * attached to the session that prepared it. Nor does "OK" prove anything there, of a branch whose
 * session is just ending ({@link SessionEnd}): the row is looked for. See {@link XaEvidence}.
 */
final class XaCommitter implements Committer {
  /** A commit whose session broke may still be at work in the server. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private static final Duration ROLLBACK_BOUND = Duration.ofSeconds(30);
  private static final Duration ROLLBACK_LOOK = Duration.ofMillis(100);

  private final Ledger ledger;
  private final XaLink link;
  private final XaLook look;
  private final Pruning pruning;

  XaCommitter(Ledger ledger) {
    this.ledger = ledger;
    this.link = new XaLink(ledger.database());
    this.look = new XaLook(ledger, link);
    this.pruning = new Pruning(ledger);
  }

  @Override
  public CommitOutcome commit(Committable committable) throws SinkException, InterruptedException {
    BranchXid xid = XaCommittable.xid(committable);
    try {
      link.commit(xid);
      if (look.keepsBranches() && look.confirmed(committable.interval()) != XaEvidence.Answer.YES) {
        return decide(committable, xid, "XA COMMIT was answered with OK");
      }
      pruning.committed(committable.interval());
      return CommitOutcome.committed();
    } catch (XAException e) {
      return decide(committable, xid, XaErrors.name(e));
    }
  }

  private CommitOutcome decide(Committable committable, BranchXid xid, String error)
      throws SinkException, InterruptedException {
    XaEvidence evidence = look.at(committable.interval(), xid);
    if (evidence.isAbsent()) {
      ledger.database().context().time().pause(SETTLE);
      evidence = look.at(committable.interval(), xid);
    }
    CommitOutcome outcome = evidence.outcome(xid.toString(), error);
    if (outcome.kind() == CommitOutcome.Kind.RETRY_LATER) {
      look.detach(committable.interval());
    }
    return outcome;
  }

  @Override
  public void abort(Committable committable) throws SinkException, InterruptedException {
    rollback(committable.interval().toString(), XaCommittable.xid(committable));
  }

  /** Returns when the branch is no longer prepared, whoever has ended it (T-6). */
  void rollback(String what, BranchXid xid) throws SinkException, InterruptedException {
    long deadline = ledger.database().context().time().nanos() + ROLLBACK_BOUND.toNanos();
    while (true) {
      try {
        link.rollback(xid);
        return;
      } catch (XAException e) {
        if (look.listed(xid) == XaEvidence.Answer.NO) {
          return;
        }
        if (ledger.database().context().time().nanos() > deadline) {
          throw new StoreUnavailableException(
              "Cannot roll back "
                  + what
                  + ": "
                  + XaErrors.name(e)
                  + " for "
                  + ROLLBACK_BOUND.toSeconds()
                  + " s (end the session that holds it)",
              e);
        }
        var interval = Xids.interval(xid);
        if (interval.isPresent()) {
          look.detach(interval.get());
        }
        ledger.database().context().time().pause(ROLLBACK_LOOK);
      }
    }
  }

  /** Every prepared branch that the server shows. */
  XaLink link() {
    return link;
  }

  /**
   * None of these servers ends a prepared branch by itself (T-9). One that is committed although
   * nobody was told needs no more life.
   */
  @Override
  public Liveness liveness(Committable committable) throws SinkException {
    BranchXid xid = XaCommittable.xid(committable);
    return switch (look.listed(xid)) {
      case YES -> Liveness.alive();
      case NO ->
          look.at(committable.interval(), xid).confirmed() == XaEvidence.Answer.YES
              ? Liveness.alive()
              : Liveness.gone("xid " + xid + " is no longer prepared");
      case UNKNOWN ->
          throw new StoreUnavailableException(
              "Cannot list prepared branches (the right to do so is checked at preflight)");
    };
  }

  @Override
  public void close() {
    link.close();
  }
}
