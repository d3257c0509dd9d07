package dev.landfall.conformance.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Asks a simulated store what it keeps of what it promises, one experiment a promise. Stateless,
 * thread-safe.
 *
 * <p>An experiment sees what a client and a reader beside it see; it never looks at which lie was
 * chosen.
 */
public final class MemoryProbe {
  private static final Owner FIRST = new Owner("probe/out", 0, 1);
  private static final List<Entry> TWO_ROWS =
      List.of(new Entry("a", "s0:0", Entry.Kind.PUT), new Entry("b", "s0:1", Entry.Kind.PUT));

  private MemoryProbe() {}

  /** What a store with these lies is found to lie about; nothing for an honest one. */
  public static List<Lie> of(Set<Lie> lies) {
    List<Lie> found = new ArrayList<>();
    for (Lie lie : Lie.values()) {
      try {
        if (isTold(lie, new MemoryStore(lies))) {
          found.add(lie);
        }
      } catch (StoreFailure e) {
        throw new IllegalStateException("Cannot probe for " + lie + ": " + e.getMessage(), e);
      }
    }
    return found;
  }

  private static boolean isTold(Lie lie, MemoryStore store) throws StoreFailure {
    return switch (lie) {
      case ACKNOWLEDGES_BEFORE_IT_APPLIES -> acknowledgedAndGone(store);
      case PREPARED_LOST_AT_DISCONNECT -> lostAtDisconnect(store);
      case PREPARED_LOST_AT_RESTART -> lostAtRestart(store);
      case COMMIT_NOT_ATOMIC -> seenInHalf(store);
      case CONDITIONAL_PUT_IGNORED -> overwritten(store);
      case FENCING_IGNORED -> unfenced(store);
    };
  }

  /** A row is acknowledged, the store is killed, and the row is looked for. */
  private static boolean acknowledgedAndGone(MemoryStore store) throws StoreFailure {
    store.tables().append(TWO_ROWS);
    store.restart();
    return store.tables().rows().size() < TWO_ROWS.size();
  }

  private static void prepare(MemoryStore store) throws StoreFailure {
    store.transactions().begin("probe", FIRST, 1, 0);
    store.transactions().stage("probe", TWO_ROWS);
    store.transactions().prepare("probe");
  }

  private static boolean lostAtDisconnect(MemoryStore store) throws StoreFailure {
    prepare(store);
    store.endSession(1);
    return store.transactions().list("probe").isEmpty();
  }

  private static boolean lostAtRestart(MemoryStore store) throws StoreFailure {
    prepare(store);
    store.restart();
    return store.transactions().list("probe").isEmpty();
  }

  /** A reader beside the commit looks as often as it can. */
  private static boolean seenInHalf(MemoryStore store) throws StoreFailure {
    prepare(store);
    List<Integer> seen = new ArrayList<>();
    store.transactions().whenHalfway(() -> seen.add(store.tables().rows().size()));
    store.transactions().commit("probe");
    return seen.contains(1);
  }

  private static boolean overwritten(MemoryStore store) throws StoreFailure {
    store.objects().putIfAbsent("probe", List.of(), "first");
    try {
      store.objects().putIfAbsent("probe", List.of(), "second");
      return true;
    } catch (StoreFailure e) {
      return e.kind() != StoreFailure.Kind.CONFLICT;
    }
  }

  private static boolean unfenced(MemoryStore store) throws StoreFailure {
    store.transactions().fence("probe/out", 0, 1, 2, "second");
    try {
      store.transactions().begin("probe", FIRST, 1, 0);
      return true;
    } catch (StoreFailure e) {
      return e.kind() != StoreFailure.Kind.FENCED;
    }
  }
}
