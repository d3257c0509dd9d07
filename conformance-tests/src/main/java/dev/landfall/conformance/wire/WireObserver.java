package dev.landfall.conformance.wire;

import dev.landfall.conformance.host.Unjudged;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Looks at the place of one run in a real store, straight and never through the proxy. What has not
 * changed since the last look is not asked for again. One thread at a time.
 */
final class WireObserver {
  /** A dead session's locks and transactions go a moment after it. */
  private static final long AFTERMATH_NANOS = 300_000_000L;

  private static final long STEADY_NANOS = 40_000_000L;
  private static final long TICK_NANOS = 100_000_000L;

  private final StoreSpace space;
  private final String spaceName;
  private final Gaps gaps;
  private final IntSupplier ghosts;
  private final BooleanSupplier busy;

  private List<Item> items = List.of();
  private List<RawEntry> entries = List.of();
  private boolean blocked;
  private boolean itemsAreOld = true;
  private boolean entriesAreOld = true;
  private long unquietUntil;
  private boolean changedSinceNote = true;
  private String lastState = "";

  /**
   * Looks at one place.
   *
   * @param spaceName differs from run to run, and is left out of states
   * @param gaps is told the state before each request
   * @param ghosts how many requests of the dead are held
   * @param busy whether the store may change at any moment, so that no look is the last one
   */
  WireObserver(
      StoreSpace space, String spaceName, Gaps gaps, IntSupplier ghosts, BooleanSupplier busy) {
    this.space = space;
    this.spaceName = spaceName;
    this.gaps = gaps;
    this.ghosts = ghosts;
    this.busy = busy;
  }

  /** A request has reached the store. */
  void storeMayChange(Access access) {
    if (access != Access.READ) {
      changedSinceNote = true;
      lookAnew();
    }
  }

  /** What was seen may be true no more. */
  void lookAnew() {
    itemsAreOld = true;
    entriesAreOld = true;
  }

  /** Somebody has died, or the store has: what it says is not its last word for a moment. */
  void unquiet() {
    unquietUntil = System.nanoTime() + AFTERMATH_NANOS;
    lookAnew();
  }

  private boolean isUnquiet() {
    return System.nanoTime() < unquietUntil;
  }

  /** What a reader sees; the same list as before where nothing has changed. */
  List<Item> read() {
    if (itemsAreOld || isUnquiet() || busy.getAsBoolean()) {
      try {
        List<Item> now = space.read();
        items = now.equals(items) ? items : now;
        blocked = false;
      } catch (StoreDriver.BlockedException e) {
        blocked = true;
      } catch (Exception e) {
        throw observing(e);
      }
      itemsAreOld = false;
    }
    return items;
  }

  /** Whether the last look would have had to wait. */
  boolean blocked() {
    return blocked;
  }

  /** What is no plain data; the same list as before where nothing has changed. */
  List<RawEntry> raw() {
    if (entriesAreOld || isUnquiet() || busy.getAsBoolean()) {
      try {
        List<RawEntry> now = space.raw();
        entries = now.equals(entries) ? entries : now;
      } catch (StoreDriver.BlockedException e) {
        blocked = true;
      } catch (Exception e) {
        throw observing(e);
      }
      entriesAreOld = false;
    }
    return entries;
  }

  /** Looks until no transaction is open or prepared, or the time is up. */
  void awaitNoTransaction(Duration limit) {
    long start = System.nanoTime();
    entriesAreOld = true;
    while (raw().stream().anyMatch(WireObserver::isTransaction)
        && System.nanoTime() - start < limit.toNanos()) {
      LockSupport.parkNanos(TICK_NANOS);
      entriesAreOld = true;
    }
    itemsAreOld = true;
  }

  private static boolean isTransaction(RawEntry entry) {
    return entry.kind() == RawEntry.Kind.OPEN_TRANSACTION
        || entry.kind() == RawEntry.Kind.PREPARED_TRANSACTION;
  }

  /** All of the place. Right after a death the store is asked until it says a thing twice. */
  String fingerprint() {
    String state = stateNow();
    String before = "";
    while (isUnquiet() && !state.equals(before)) {
      LockSupport.parkNanos(STEADY_NANOS);
      before = state;
      state = stateNow();
    }
    return state;
  }

  private String stateNow() {
    lookAnew();
    String state = read() + "|" + raw() + "|" + ghosts.getAsInt() + "|" + kept();
    return state.replace(spaceName, "");
  }

  private String kept() {
    try {
      return space.state();
    } catch (StoreDriver.BlockedException e) {
      return "blocked";
    } catch (Exception e) {
      throw observing(e);
    }
  }

  /** The store right before a request, for a run without faults: equal ones are one gap. */
  void note(Address at) {
    if (changedSinceNote && gaps != Gaps.NONE) {
      changedSinceNote = false;
      lastState = fingerprint();
    }
    gaps.note(at, lastState);
  }

  private static Unjudged observing(Exception e) {
    return new Unjudged("Cannot look at the store: " + e, e);
  }
}
