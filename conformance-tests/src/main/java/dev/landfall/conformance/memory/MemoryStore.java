package dev.landfall.conformance.memory;

import java.util.EnumSet;
import java.util.Set;

/**
 * The server side of the simulated store: tables, transactions, objects and a log device. One
 * thread at a time.
 *
 * <p>Every method of its parts is one request, carried out whole, unless a {@link Lie} says
 * otherwise; what is cut in half on the way is cut by the caller.
 */
final class MemoryStore {
  private final Changes changes = new Changes();
  private final Tables tables;
  private final Transactions transactions;
  private final Objects objects;
  private final LogDevice device = new LogDevice(changes);

  MemoryStore(Set<Lie> some) {
    Set<Lie> lies = some.isEmpty() ? Set.of() : EnumSet.copyOf(some);
    tables = new Tables(lies, changes);
    transactions = new Transactions(lies, changes, tables);
    objects = new Objects(lies, changes);
  }

  /** Grows with every change that a reader or the raw view could see. */
  long version() {
    return changes.all();
  }

  /** Grows with every change that a reader could see. */
  long viewVersion() {
    return changes.visible();
  }

  Tables tables() {
    return tables;
  }

  Transactions transactions() {
    return transactions;
  }

  Objects objects() {
    return objects;
  }

  LogDevice device() {
    return device;
  }

  // ---- what happens to it

  void endSession(long session) {
    changes.behind();
    transactions.endSession(session);
  }

  /** Killed and started again: what was never promised is gone. */
  void restart() {
    changes.view();
    tables.restart();
    transactions.restart();
  }

  void passed(long nowMillis) {
    transactions.passed(nowMillis);
  }

  @Override
  public String toString() {
    return tables + "|" + transactions + "|" + objects + "|" + device;
  }
}
