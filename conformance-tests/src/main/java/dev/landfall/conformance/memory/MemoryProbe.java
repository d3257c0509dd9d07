package dev.landfall.conformance.memory;

import dev.landfall.conformance.probe.FactSheet;
import dev.landfall.conformance.probe.ProbeRun;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.probe.Answer;
import dev.landfall.sdk.probe.Answer.Holds;
import dev.landfall.sdk.probe.Property;
import dev.landfall.sdk.probe.Question;
import dev.landfall.sdk.probe.StoreProbe;
import dev.landfall.sdk.probe.Transcript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Probes a simulated store by the contract of the real ones. One thread at a time.
 *
 * <p>An experiment sees what a client and a reader beside it see; it never looks at which lie was
 * chosen. Each has a store of its own.
 */
public final class MemoryProbe implements StoreProbe {
  private static final String NAME = "probe";
  private static final Owner FIRST = new Owner("probe/out", 0, 1);
  private static final List<Entry> TWO_ROWS =
      List.of(new Entry("a", "s0:0", Entry.Kind.PUT), new Entry("b", "s0:1", Entry.Kind.PUT));

  private final Set<Lie> lies;

  /** A store with these lies; an honest one without any. */
  public MemoryProbe(Set<Lie> lies) {
    this.lies = Set.copyOf(lies);
  }

  /** What a store with these lies is found to lie about; nothing for an honest one. */
  public static List<Lie> of(Set<Lie> lies) {
    FactSheet sheet = factSheet(lies);
    return Arrays.stream(Lie.values())
        .filter(lie -> sheet.of(lie.denied()).answer().holds() == Holds.NO)
        .toList();
  }

  /** Everything that such a store is asked. */
  public static FactSheet factSheet(Set<Lie> lies) {
    try {
      return new ProbeRun(HostTime.system(), question -> {}).ask(new MemoryProbe(lies));
    } catch (Exception e) {
      throw new IllegalStateException("Cannot probe the simulated store: " + e.getMessage(), e);
    }
  }

  @Override
  public String store() {
    return "simulated store" + (lies.isEmpty() ? "" : " " + lies);
  }

  @Override
  public List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (Property property : Property.values()) {
      questions.add(question(property));
    }
    return questions;
  }

  private Question question(Property property) {
    return switch (property) {
      case PREPARED_INVISIBLE -> new Question(property, this::invisible);
      case PREPARED_SURVIVES_DISCONNECT -> new Question(property, this::survivesDisconnect);
      case PREPARED_SURVIVES_KILL -> new Question(property, this::survivesKill);
      case COMMIT_AFTER_OWNER -> new Question(property, this::commitAfterOwner);
      case COMMIT_ATOMIC -> new Question(property, this::atomic);
      case FOREIGN_LISTED -> new Question(property, this::listed);
      case FENCING -> new Question(property, this::fencing);
      case CONDITIONAL_PUT -> new Question(property, this::conditionalPut);
      case ACKNOWLEDGED_SURVIVES_KILL -> new Question(property, this::acknowledged);
      default ->
          Question.notAsked(property, "no lie of the simulated store is about it, so none is told");
    };
  }

  private MemoryStore store(Transcript seen) {
    seen.noted("a new store");
    return new MemoryStore(lies);
  }

  private static void prepare(MemoryStore store, Transcript seen) throws StoreFailure {
    seen.sent("owner", "Begin, Stage 2 rows, Prepare " + NAME);
    store.transactions().begin(NAME, FIRST, 1, 0);
    store.transactions().stage(NAME, TWO_ROWS);
    store.transactions().prepare(NAME);
    seen.answered("owner", "OK");
  }

  private static boolean isListed(MemoryStore store, Transcript seen) {
    int listed = store.transactions().list(NAME).size();
    seen.sent("other", "ListTransactions").answered("other", listed + " listed");
    return listed > 0;
  }

  private static int rows(MemoryStore store, Transcript seen) {
    int rows = store.tables().rows().size();
    seen.sent("reader", "Read").answered("reader", rows + " rows");
    return rows;
  }

  private Answer invisible() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    prepare(store, seen);
    int rows = rows(store, seen);
    return Answer.of(Holds.of(rows == 0), "a reader beside it counts " + rows + " rows", seen);
  }

  private Answer survivesDisconnect() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    prepare(store, seen);
    store.endSession(1);
    seen.noted("owner hangs up");
    return stillThere(store, seen);
  }

  private Answer survivesKill() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    prepare(store, seen);
    store.restart();
    seen.noted("the store is killed and started again");
    return stillThere(store, seen);
  }

  private static Answer stillThere(MemoryStore store, Transcript seen) {
    boolean listed = isListed(store, seen);
    return Answer.of(
        Holds.of(listed),
        listed ? "it is still listed" : "it is listed no more, so it is lost",
        seen);
  }

  private Answer commitAfterOwner() throws StoreFailure {
    Transcript seen = new Transcript();
    // The end of the owner is another question, which such a store may fail on its own.
    MemoryStore store = store(seen);
    prepare(store, seen);
    seen.sent("other", "Commit " + NAME);
    store.transactions().commit(NAME);
    seen.answered("other", "OK");
    int rows = rows(store, seen);
    return Answer.of(Holds.of(rows == TWO_ROWS.size()), rows + " rows are visible", seen);
  }

  /** A reader beside the commit looks as often as it can. */
  private Answer atomic() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    prepare(store, seen);
    Set<Integer> counts = new LinkedHashSet<>();
    store.transactions().whenHalfway(() -> counts.add(rows(store, seen)));
    seen.sent("owner", "Commit " + NAME);
    store.transactions().commit(NAME);
    counts.add(rows(store, seen));
    return Answer.of(
        Holds.of(!counts.contains(1)),
        "a reader beside the commit counted " + counts + " of 2 rows",
        seen);
  }

  private Answer listed() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    prepare(store, seen);
    return Answer.of(Holds.of(isListed(store, seen)), "by the listing of another session", seen);
  }

  private Answer conditionalPut() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    seen.sent("first", "PutIfAbsent " + NAME);
    store.objects().putIfAbsent(NAME, List.of(), "first");
    seen.answered("first", "OK").sent("second", "PutIfAbsent " + NAME);
    try {
      store.objects().putIfAbsent(NAME, List.of(), "second");
      seen.answered("second", "OK");
      return Answer.no("the second writer of one name is told OK as well", seen);
    } catch (StoreFailure e) {
      seen.answered("second", String.valueOf(e.kind()));
      return Answer.of(
          Holds.of(e.kind() == StoreFailure.Kind.CONFLICT),
          "the second writer is told " + e.kind(),
          seen);
    }
  }

  private Answer fencing() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    seen.sent("successor", "Fence generation 2");
    store.transactions().fence("probe/out", 0, 1, 2, "second");
    seen.answered("successor", "OK").sent("old", "Begin as generation 1");
    try {
      store.transactions().begin(NAME, FIRST, 1, 0);
      seen.answered("old", "OK");
      return Answer.no("the old instance begins a transaction after it was fenced", seen);
    } catch (StoreFailure e) {
      seen.answered("old", String.valueOf(e.kind()));
      return Answer.of(
          Holds.of(e.kind() == StoreFailure.Kind.FENCED),
          "the old instance is told " + e.kind(),
          seen);
    }
  }

  /** Rows are acknowledged, the store is killed, and the rows are looked for. */
  private Answer acknowledged() throws StoreFailure {
    Transcript seen = new Transcript();
    MemoryStore store = store(seen);
    seen.sent("writer", "Append 2 rows");
    store.tables().append(TWO_ROWS);
    seen.answered("writer", "OK").noted("the store is killed and started again");
    store.restart();
    int rows = rows(store, seen);
    return Answer.of(Holds.of(rows == TWO_ROWS.size()), rows + " of 2 rows are there", seen);
  }

  /** Nothing stays: each experiment had its own store. */
  @Override
  public void close() {}
}
