package dev.landfall.sink.jdbc;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;

/**
 * Takes over from older generations of mode xa (T-7, T-8). One thread at a time.
 *
 * <p>Sessions are ended before branches are listed: a session that still lives could prepare one
 * more in between.
 */
final class XaTakeover implements Takeover {
  private final Fencing fencing;
  private final XaCommitter committer;

  XaTakeover(Ledger ledger) {
    this.fencing = new Fencing(ledger);
    this.committer = new XaCommitter(ledger);
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    Generation newest = fencing.newest(scope);
    for (BranchXid xid : prepared()) {
      Optional<IntervalId> interval = inScope(xid, scope);
      newest = interval.isPresent() ? newest.max(interval.get().generation()) : newest;
    }
    return newest;
  }

  private static Optional<IntervalId> inScope(BranchXid xid, WriterScope scope) {
    return Xids.interval(xid).filter(interval -> scope.contains(interval.writer()));
  }

  private List<BranchXid> prepared() throws SinkException {
    try {
      return committer.link().prepared();
    } catch (XAException e) {
      throw new StoreUnavailableException("Cannot list prepared branches: " + XaErrors.name(e), e);
    }
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
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    List<String> aborted = new ArrayList<>();
    for (BranchXid xid : prepared()) {
      Optional<IntervalId> interval = inScope(xid, scope);
      if (interval.isPresent() && interval.get().generation().isOlderThan(current)) {
        committer.rollback(interval.get().toString(), xid);
        aborted.add("prepared branch " + interval.get() + " (xid " + xid + ")");
      }
    }
    return aborted;
  }

  @Override
  public void close() {
    committer.close();
  }
}
