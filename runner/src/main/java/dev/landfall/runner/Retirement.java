package dev.landfall.runner;

import dev.landfall.runner.state.StateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.StoreEntry;
import dev.landfall.sdk.log.SegmentStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes what a pipeline that will not come back left in its store. One thread at a time.
 *
 * <p><b>Crash analysis.</b> The fence comes first, and what it writes is bookkeeping, which goes
 * last: a crash anywhere leaves something that the next attempt lists and removes.
 */
final class Retirement {
  /** What is removed may uncover more: a fence that was written, the parts of an object. */
  private static final int MAX_ROUNDS = 5;

  private final OperatedSink opened;
  private final Administration administration;
  private final OperatorState state;
  private final List<String> done = new ArrayList<>();

  Retirement(OperatedSink opened, Administration administration, OperatorState state) {
    this.opened = opened;
    this.administration = administration;
    this.state = state;
  }

  List<String> run() throws SinkException, StateException, InterruptedException {
    if (administration.pending().isEmpty()
        && administration.leftovers().isEmpty()
        && administration.bookkeeping().isEmpty()) {
      return done; // A take-over would only write a fence.
    }
    Generation current = takeOver(); // 1. nothing of older generations can act any more
    clearLog(current); // 2. segments in the store
    for (int round = 0; round < MAX_ROUNDS; round++) { // 3. leftovers  4. bookkeeping
      List<StoreEntry> rest = new ArrayList<>(administration.leftovers());
      rest.addAll(administration.bookkeeping());
      if (rest.isEmpty()) {
        return done;
      }
      remove(rest);
    }
    throw new StoreUnavailableException(
        "Cannot remove everything of "
            + opened.context().sink()
            + ": more appears while it is removed (end whoever writes, and retire again)");
  }

  private Generation takeOver() throws SinkException, InterruptedException {
    WriterScope scope = opened.scope();
    Optional<Takeover> contract = opened.takeover();
    if (contract.isEmpty()) {
      return Generation.NONE;
    }
    try (Takeover takeover = contract.get()) {
      Generation current = takeover.newest(scope).max(state.generation()).next();
      takeover.confirmed(scope);
      takeover.fence(scope, current);
      takeover.abortDangling(scope, current).forEach(line -> done.add("aborted " + line));
      return current;
    }
  }

  private void clearLog(Generation current) throws SinkException, InterruptedException {
    Optional<SegmentStore> own = opened.ownLog();
    if (own.isPresent()) {
      try (SegmentStore log = own.get()) {
        log.clear(opened.scope(), current, Set.of()).forEach(line -> done.add("removed " + line));
      } catch (IOException e) {
        throw new StoreUnavailableException(
            "Cannot clear the log of " + opened.context().sink() + ": " + e, e);
      }
    }
  }

  private void remove(List<StoreEntry> entries)
      throws SinkException, StateException, InterruptedException {
    for (StoreEntry entry : entries) {
      state.take();
      administration.remove(entry);
      done.add("removed " + entry.what() + " '" + entry.name() + "'");
    }
  }
}
