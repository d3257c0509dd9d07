package dev.landfall.runner;

import dev.landfall.runner.state.Checkpoint;
import dev.landfall.runner.state.Holder;
import dev.landfall.runner.state.InstanceToken;
import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.ConfirmedView;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.host.Pending;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pipeline's sink opened for an operator, with what the state directory says about it. One thread
 * at a time.
 *
 * <p><b>Protocol.</b> {@code ( pending | leftovers | bookkeeping | confirmed )* ( commit | abort |
 * remove | retire )* close}: a command lists, asks, and names the single entry to act on.
 *
 * <p><b>Invariants.</b> To list changes nothing, and may run beside a host. To commit, abort or
 * retire takes the state directory as a host does, and so is refused while one lives: it may be
 * between prepare and a durable checkpoint, and nobody may decide for it (HO-4, HO-11). To remove a
 * leftover needs no such thing, for no host can need it any more (W-5).
 *
 * <p><b>Crash analysis.</b> An abort of what a checkpoint names first makes a checkpoint without it
 * durable: a crash in between leaves something dangling, which recovery aborts; the other way round
 * it would leave a checkpoint whose committable is lost.
 */
public final class PipelineAdministration implements AutoCloseable {
  private final RunOptions options;
  private final Closing closing;
  private final OperatorState state;
  private final OperatedSink opened;
  private final Optional<Administration> administration;

  private PipelineAdministration(
      RunOptions options, Closing closing, OperatorState state, OperatedSink opened) {
    this.options = options;
    this.closing = closing;
    this.state = state;
    this.opened = opened;
    this.administration = opened.sink().administration();
    administration.ifPresent(closing::add);
  }

  static PipelineAdministration open(
      PipelineDefinition definition, RunOptions options, Connectors connectors)
      throws RunException {
    SinkContext context =
        new SinkContext(
            definition.sinkId(),
            InstanceToken.next(),
            options.time(),
            new Threads(definition.pipeline() + "-operator"),
            options.seed(),
            options.metrics());
    Closing closing = new Closing();
    try {
      Sink sink =
          closing.add(new Endpoints(definition, connectors, options.references()).sink(context));
      OperatorState state = closing.add(new OperatorState(definition, options, context.instance()));
      return new PipelineAdministration(
          options, closing, state, new OperatedSink(sink, context, state.log()));
    } catch (AttemptException e) {
      closing.close();
      throw e.toRunException();
    }
  }

  /** How readers read this sink, as its guarantee says. */
  public String reader() {
    return opened.sink().guarantee().reader();
  }

  /** The state directory; empty if it is not there, so that nothing can be compared with it. */
  public Optional<Path> stateDirectory() {
    return state.exists() ? Optional.of(state.root()) : Optional.empty();
  }

  /** The process that holds the state and may be running; empty if there is none. */
  public Optional<Holder> liveHolder() throws RunException, InterruptedException {
    return call(state::liveHolder);
  }

  /**
   * What is prepared or open in the store, and what the newest checkpoint counts on beside it.
   * Changes nothing.
   */
  public List<PendingEntry> pending() throws RunException, InterruptedException {
    return call(this::listPending);
  }

  private List<PendingEntry> listPending()
      throws SinkException, StateException, InterruptedException {
    List<PendingEntry> all = new ArrayList<>();
    List<Pending> listed = new ArrayList<>();
    // The store first: what is committed in between then shows as visible, and never as gone.
    if (administration.isPresent()) {
      List<StoreEntry> entries = administration.get().pending();
      NamedCommittables named = new NamedCommittables(opened.context().sink(), state.checkpoints());
      for (StoreEntry entry : entries) {
        PendingEntry found = named.compare(entry, administration.get());
        found.named().ifPresent(listed::add);
        all.add(opened.checked(found));
      }
    }
    NamedCommittables named = new NamedCommittables(opened.context().sink(), state.checkpoints());
    for (Pending one : named.ofNewest()) {
      if (!listed.contains(one)) {
        all.add(opened.unlisted(one, named));
      }
    }
    return all;
  }

  /** What the state directory has against committing an entry; empty if a checkpoint names it. */
  public Optional<String> objectionToCommit(PendingEntry entry) {
    return entry.isNamed()
        ? Optional.empty()
        : Optional.of(
            String.format(
                "Cannot commit '%s': no checkpoint in '%s' names it, so its records are read again"
                    + " and written twice after the next start (abort it, or accept the"
                    + " duplicates)",
                entry.entry().name(), state.root()));
  }

  /** What the state directory has against aborting an entry; empty if no checkpoint names it. */
  public Optional<String> objectionToAbort(PendingEntry entry) {
    if (entry.isNamed()) {
      return Optional.of(
          String.format(
              "Cannot abort '%s': checkpoint %s counts on it, and %s would be lost, for the source"
                  + " goes on behind them (start the pipeline, which commits it, or say that data"
                  + " may be lost)",
              entry.entry().name(), entry.checkpoints().get(0), entry.records()));
    }
    return state.exists()
        ? Optional.empty()
        : Optional.of(
            String.format(
                "Cannot abort '%s': there is no '%s' here, so a checkpoint elsewhere may count on"
                    + " it (run this beside the state directory, or say that data may be lost)",
                entry.entry().name(), state.root()));
  }

  /**
   * Commits one entry; what a checkpoint names, as a start does.
   *
   * @param contradiction what to do if no checkpoint names it: its records would be written again
   *     by the replay
   * @return what was done, for a person
   * @throws RunException if it is refused, lost or in doubt
   */
  public String commit(PendingEntry listed, Contradiction contradiction)
      throws RunException, InterruptedException {
    refuse(objectionToCommit(listed), contradiction);
    return call(
        () -> {
          state.take();
          List<PendingEntry> all = listPending();
          PendingEntry entry = unchanged(listed, all);
          requireFirst(entry, all);
          return entry.named().isPresent()
              ? opened.commit(entry.named().get(), options.commits())
              : opened.commit(entry.entry(), administration.orElseThrow());
        });
  }

  /** What was listed and answered for is acted on, and nothing that took its place. */
  private static PendingEntry unchanged(PendingEntry listed, List<PendingEntry> all)
      throws SinkException {
    return all.stream()
        .filter(one -> one.entry().name().equals(listed.entry().name()))
        // Not the checkpoints: giving up one entry makes a new one that still names the others.
        .filter(one -> one.named().equals(listed.named()))
        .filter(one -> one.place() == listed.place())
        .findFirst()
        .orElseThrow(
            () ->
                new SinkException(
                    "Cannot end '"
                        + listed.entry().name()
                        + "': it has ended or changed since it was listed (list again)"));
  }

  /** A writer's intervals become visible in their order (HO-5). */
  private static void requireFirst(PendingEntry entry, List<PendingEntry> all)
      throws SinkException {
    Optional<IntervalId> interval = entry.interval();
    for (PendingEntry other : all) {
      boolean isBefore =
          interval.isPresent()
              && other
                  .interval()
                  .filter(one -> one.writer().equals(interval.get().writer()))
                  .filter(one -> interval.get().isAfter(one))
                  .isPresent();
      if (isBefore && other.place() != PendingEntry.Place.VISIBLE) {
        throw new SinkException(
            String.format(
                "Cannot commit '%s': '%s' of the same writer comes before it (end that first)",
                entry.entry().name(), other.entry().name()));
      }
    }
  }

  /**
   * Discards one entry. If a checkpoint names it, a new one that does not becomes durable first, so
   * that a start does not look for it.
   *
   * @param contradiction what to do if a checkpoint names it: its records would be lost, for the
   *     source goes on behind them
   * @return what was done, for a person
   * @throws RunException if it is refused, or its records are visible
   */
  public String abort(PendingEntry listed, Contradiction contradiction)
      throws RunException, InterruptedException {
    if (listed.place() == PendingEntry.Place.VISIBLE) {
      refuse(
          Optional.of(
              "Cannot abort '"
                  + listed.entry().name()
                  + "': its records are visible, and no commit is undone (T-6)"),
          Contradiction.REFUSE);
    }
    refuse(objectionToAbort(listed), contradiction);
    return call(
        () -> {
          state.take();
          PendingEntry entry = unchanged(listed, listPending());
          // 1. no start counts on it any more  2. it goes
          Optional<Checkpoint> without =
              entry.named().isPresent() ? state.drop(entry.named().get()) : Optional.empty();
          if (entry.isInStore()) {
            administration.orElseThrow().abort(entry.entry());
          }
          return without
              .map(one -> "given up: " + entry.records() + "; see checkpoint " + one.id())
              .orElse("aborted");
        });
  }

  /** What of the pipeline can never count any more; may be listed beside a running host. */
  public List<StoreEntry> leftovers() throws RunException, InterruptedException {
    return call(() -> administration.isPresent() ? administration.get().leftovers() : List.of());
  }

  /** Removes one leftover; the sink looks again whether it is one. */
  public void remove(StoreEntry leftover) throws RunException, InterruptedException {
    call(
        () -> {
          administration.orElseThrow().remove(leftover);
          return true;
        });
  }

  /** What the pipeline keeps in the store beside its records. */
  public List<StoreEntry> bookkeeping() throws RunException, InterruptedException {
    return call(() -> administration.isPresent() ? administration.get().bookkeeping() : List.of());
  }

  /**
   * Removes everything that the pipeline left in the store, but for its records: ends what is
   * pending by a take-over, so that a process that is still alive somewhere can add nothing, then
   * removes leftovers and bookkeeping. The state directory stays.
   *
   * @return one printable line for each thing that was discarded or removed
   */
  public List<String> retire() throws RunException, InterruptedException {
    return call(
        () -> {
          state.take();
          return administration.isPresent()
              ? new Retirement(opened, administration.get(), state).run()
              : List.of();
        });
  }

  /** What is safe to read, for a sink whose readers follow confirmations; empty for others. */
  public Optional<ConfirmedView.Listing> confirmed() throws RunException, InterruptedException {
    return call(
        () -> {
          Optional<ConfirmedView> view = administration.flatMap(Administration::confirmedView);
          return view.isPresent() ? Optional.of(view.get().list()) : Optional.empty();
        });
  }

  /** Gives the state back and frees connections. Idempotent. */
  @Override
  public void close() {
    closing.close();
  }

  private interface Work<T> {
    T run() throws SinkException, StateException, InterruptedException;
  }

  private static <T> T call(Work<T> work) throws RunException, InterruptedException {
    try {
      return work.run();
    } catch (SinkException | StateException e) {
      throw AttemptException.of(e).toRunException();
    }
  }

  private static void refuse(Optional<String> objection, Contradiction contradiction)
      throws RunException {
    if (objection.isPresent() && contradiction == Contradiction.REFUSE) {
      throw new RunException(RunException.Kind.CONFIGURATION, objection.get());
    }
  }
}
