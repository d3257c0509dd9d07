package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.LeaseKeeper;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Recovery;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.host.RestoredState;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Takes the state and brings the sink's store to what the checkpoint says. One thread at a time.
 *
 * <p><b>Invariants.</b> The host fences itself before it fences the store: from {@code take} on no
 * older host completes a checkpoint, so none can make durable what recovery aborts (HO-11). What is
 * recovered from was read after the <i>last</i> take.
 *
 * <p><b>Crash analysis.</b> A host that is stopped before it asked the store for its newest
 * generation may be overtaken meanwhile: another one takes the state, recovers, completes
 * checkpoints and ends. When the first goes on, the store knows a newer generation than its own,
 * and it takes the state again above that. A checkpoint read before would be the wrong one: what
 * the other made durable would be aborted, or its segments cleared. If it is overtaken after it
 * asked, the other's generation is newer: recovery commits what both restored, fences only what is
 * older, and completes nothing.
 */
final class Start {
  private final PipelineDefinition definition;
  private final RunOptions options;
  private final Shared shared;
  private final SinkContext context;
  private final Closing closing;

  Start(
      PipelineDefinition definition,
      RunOptions options,
      Shared shared,
      SinkContext context,
      Closing closing) {
    this.definition = definition;
    this.options = options;
    this.shared = shared;
    this.context = context;
    this.closing = closing;
  }

  /** What is opened is closed by {@code closing}. */
  Recovered run(Sink sink) throws SinkException, StateException, InterruptedException {
    StateDirectory directory =
        StateDirectory.at(definition.checkpoint().directory(), options.time());
    HeldState state = take(directory, Generation.NONE);
    Optional<SegmentStore> log = log(sink, directory);
    CommitterDriver committer =
        closing.add(
            CommitterDriver.open(
                sink, context, log, shared.rejections().atCommit(), options.commits()));
    while (true) {
      Optional<Checkpoint> checkpoint = state.restore(options.from(), StateOwners.of(definition));
      RestoredState restored = restored(checkpoint, state.retained());
      try (Recovery recovery = Recovery.of(sink, scopes(), restored, committer, log)) {
        Generation newest = recovery.newest();
        if (newest.isOlderThan(state.generation())) {
          keepLease(state);
          return new Recovered(
              state, checkpoint, committer, log, recover(recovery, state, checkpoint));
        }
        // The store is ahead: the state got lost, or another host came in between. What was read
        // before this take is not used any more.
        state = take(directory, newest);
      }
    }
  }

  private HeldState take(StateDirectory directory, Generation above) throws StateException {
    return closing.add(directory.take(context.instance(), above, options.entry()));
  }

  private Optional<SegmentStore> log(Sink sink, StateDirectory directory)
      throws SinkException, InterruptedException {
    if (!(sink instanceof WriteAheadSink writeAhead)) {
      return Optional.empty();
    }
    Optional<SegmentStore> own = writeAhead.log();
    return Optional.of(
        closing.add(own.isPresent() ? own.get() : new LocalSegmentStore(directory.log())));
  }

  private List<WriterScope> scopes() {
    int parallelism = definition.parallelism();
    return IntStream.range(0, parallelism)
        .mapToObj(subtask -> new WriterScope(definition.sinkId(), subtask, parallelism))
        .toList();
  }

  private static RestoredState restored(
      Optional<Checkpoint> checkpoint, List<Checkpoint> retained) {
    Set<IntervalId> named = new HashSet<>();
    retained.forEach(one -> named.addAll(one.intervals()));
    return checkpoint
        .map(
            one ->
                new RestoredState(
                    Optional.of(one.id()), one.generation(), one.newest(), one.pending(), named))
        .orElse(RestoredState.NONE);
  }

  private void keepLease(HeldState state) {
    LeaseKeeper keeper =
        new LeaseKeeper(
            state, options.time(), lost -> shared.events().post(new Event.Failed(lost)));
    Thread thread = Threads.named(definition.pipeline() + "-lease", keeper);
    thread.start();
    closing.add(() -> Patience.end(List.of(thread)));
  }

  private RecoveryReport recover(
      Recovery recovery, HeldState state, Optional<Checkpoint> checkpoint)
      throws SinkException, StateException, InterruptedException {
    recovery.checkConfirmations(options.replay());
    if (options.from().isPresent() && checkpoint.isPresent()) {
      // Going back on purpose is a checkpoint itself, newer than those that are left behind: a
      // crash
      // from here on does not lead forward again.
      state.complete(
          checkpoint.get().continued(state.nextId(), state.generation(), options.time().now()));
    }
    CommitReport committed = recovery.commitRestored();
    recovery.fence(state.generation());
    return new RecoveryReport(committed, recovery.abortDangling(state.generation()));
  }
}
