package dev.landfall.runner;

import dev.landfall.runner.letters.DeadLetters;
import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.HeldState;
import dev.landfall.runner.state.LeaseKeeper;
import dev.landfall.runner.state.StateDirectory;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.host.RecoveryReport;
import dev.landfall.sdk.log.LocalSegmentStore;
import dev.landfall.sdk.log.SegmentStore;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Takes the state and brings the stores of the sink and of dead letters to what the checkpoint
 * says. One thread at a time.
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
  private final Optional<DeadLetters> letters;
  private final Closing closing;

  Start(
      PipelineDefinition definition,
      RunOptions options,
      Shared shared,
      SinkContext context,
      Optional<DeadLetters> letters,
      Closing closing) {
    this.definition = definition;
    this.options = options;
    this.shared = shared;
    this.context = context;
    this.letters = letters;
    this.closing = closing;
  }

  /** What is opened is closed by {@code closing}. */
  Recovered run(Sink sink) throws SinkException, StateException, InterruptedException {
    StateDirectory directory =
        StateDirectory.at(definition.checkpoint().directory(), options.time());
    HeldState state = take(directory, Generation.NONE);
    OpenedSink main = open(sink, context, directory);
    Optional<OpenedSink> aside =
        letters.isPresent()
            ? Optional.of(open(letters.get().sink(), letters.get().context(), directory))
            : Optional.empty();
    List<OpenedSink> sinks = Stream.concat(Stream.of(main), aside.stream()).toList();
    while (true) {
      Optional<Checkpoint> checkpoint = state.restore(options.from(), StateOwners.of(definition));
      requireLettersKept(checkpoint);
      try (Recoveries recoveries =
          Recoveries.of(sinks, definition.parallelism(), checkpoint, state.retained())) {
        Generation newest = recoveries.newest();
        if (newest.isOlderThan(state.generation())) {
          keepLease(state);
          RecoveryReport report = recover(recoveries, state, checkpoint);
          return new Recovered(
              state, checkpoint, committers(main, aside), main.log(), aside, report);
        }
        // A store is ahead: the state got lost, or another host came in between. What was read
        // before this take is not used any more.
        state = take(directory, newest);
      }
    }
  }

  private HeldState take(StateDirectory directory, Generation above) throws StateException {
    return closing.add(directory.take(context.instance(), above, options.entry()));
  }

  private OpenedSink open(Sink sink, SinkContext lent, StateDirectory directory)
      throws SinkException, InterruptedException {
    Optional<SegmentStore> log = log(sink, directory);
    CommitterDriver committer =
        closing.add(
            CommitterDriver.open(
                sink, lent, log, shared.rejections().atCommit(), options.commits()));
    return new OpenedSink(sink, lent.sink(), log, committer);
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

  private Committers committers(OpenedSink main, Optional<OpenedSink> aside) {
    return new Committers(
        main.committer(),
        aside.map(one -> new Committers.OfLetters(letters.orElseThrow(), one.committer())));
  }

  /** Letters of a durable checkpoint are delivered even if no more are to be kept. */
  private void requireLettersKept(Optional<Checkpoint> checkpoint) throws SinkException {
    SinkId kept = DeadLetters.idIn(definition.pipeline());
    List<Pending> waiting =
        checkpoint.map(Checkpoint::pending).orElse(List.of()).stream()
            .filter(one -> one.committable().interval().writer().sink().equals(kept))
            .toList();
    if (letters.isEmpty() && !waiting.isEmpty()) {
      throw new SinkException(
          String.format(
              "Cannot start '%s' from checkpoint %s: it holds %d rejected records that are to be"
                  + " put aside, expected rejected: dead-letter (ask for it again until the"
                  + " pipeline has started once)",
              definition.pipeline(),
              checkpoint.orElseThrow().id(),
              waiting.stream().mapToLong(one -> one.committable().records()).sum()));
    }
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
      Recoveries recoveries, HeldState state, Optional<Checkpoint> checkpoint)
      throws SinkException, StateException, InterruptedException {
    recoveries.checkStores(options.replay());
    if (options.from().isPresent() && checkpoint.isPresent()) {
      // Going back on purpose is a checkpoint itself, newer than those that are left behind: a
      // crash from here on does not lead forward again.
      state.complete(
          checkpoint.get().continued(state.nextId(), state.generation(), options.time().now()));
    }
    letters.ifPresent(
        one -> one.commitsNext(checkpoint.map(Checkpoint::pending).orElse(List.of())));
    CommitReport committed = recoveries.commitRestored();
    recoveries.fence(state.generation());
    return new RecoveryReport(committed, recoveries.abortDangling(state.generation()));
  }
}
