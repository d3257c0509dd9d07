package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;

/** Commits prepared transactions. One thread at a time. */
final class TransactionEffect implements Effect {
  private final Committer committer;

  TransactionEffect(Committer committer) {
    this.committer = committer;
  }

  @Override
  public CommitOutcome commit(Committable committable) throws SinkException, InterruptedException {
    return committer.commit(committable);
  }

  @Override
  public Liveness liveness(Committable committable) throws SinkException, InterruptedException {
    return committer.liveness(committable);
  }

  @Override
  public void forget(Committable committable) {
    // The store forgets a committed transaction by itself.
  }

  @Override
  public void close() {
    committer.close();
  }
}
