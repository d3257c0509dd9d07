package dev.landfall.sdk.host;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;

/**
 * What the contracts with something to commit have in common, seen from the committer driver. One
 * thread at a time.
 */
sealed interface Effect permits NoEffect, PublishEffect, TransactionEffect {
  CommitOutcome commit(Committable committable) throws SinkException, InterruptedException;

  Liveness liveness(Committable committable) throws SinkException, InterruptedException;

  /** No retained checkpoint names it any more. */
  void forget(Committable committable) throws SinkException;

  void close();
}
