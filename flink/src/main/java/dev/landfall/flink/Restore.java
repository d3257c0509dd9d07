package dev.landfall.flink;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.ReplayPolicy;
import dev.landfall.sdk.host.RestoredState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of recovery that a restored writer does: everything but fencing and aborting, which wait
 * for the first completed checkpoint (HO-8). One thread at a time.
 *
 * <p>After a change of parallelism Flink deals states out to arbitrary subtasks, so the states here
 * may belong to writers outside the own scope. Committing them is right from any process (T-3);
 * only fencing goes by scope.
 */
record Restore(
    OpenedSink opened, WriterScope scope, Collection<WriterState> states, Origin origin) {
  private static final Logger LOG = LoggerFactory.getLogger(Restore.class);

  /** Whether an empty collection of states means that there never were any. */
  enum Origin {
    /** The job starts without a checkpoint. */
    FRESH,
    /**
     * The job goes on from a checkpoint or savepoint; a subtask without states has got none, after
     * a change of parallelism.
     */
    RESTORED
  }

  Generation run(ReplayPolicy policy) throws SinkException, InterruptedException {
    try (Recovery own = recovery(List.of(scope), RestoredState.NONE)) {
      Generation newest = own.newest();
      if (origin == Origin.FRESH) {
        own.checkConfirmations(policy);
      }
      return newest.max(states.isEmpty() ? Generation.NONE : finishRestored(policy)).next();
    }
  }

  private Generation finishRestored(ReplayPolicy policy)
      throws SinkException, InterruptedException {
    List<WriterScope> writers =
        states.stream().map(state -> WriterScope.of(state.newest().writer())).distinct().toList();
    try (Recovery restored = recovery(writers, restored())) {
      Generation newest = restored.newest();
      restored.checkConfirmations(policy);
      CommitReport report = restored.commitRestored();
      LOG.info(
          "Restored {} from {} states: {} committed, {} committed before",
          scope,
          states.size(),
          report.committed(),
          report.alreadyCommitted());
      return newest;
    }
  }

  private Recovery recovery(List<WriterScope> scopes, RestoredState restored)
      throws SinkException, InterruptedException {
    return Recovery.of(opened.sink(), scopes, restored, opened.committer(), opened.log());
  }

  private RestoredState restored() {
    List<IntervalId> newest = states.stream().map(WriterState::newest).toList();
    List<Pending> pending =
        states.stream()
            .flatMap(state -> state.prepared().stream())
            .map(one -> new Pending(Optional.empty(), one))
            .toList();
    Generation generation =
        newest.stream().map(IntervalId::generation).reduce(Generation.NONE, Generation::max);
    return new RestoredState(Optional.empty(), generation, newest, pending, Set.of());
  }
}
