package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The transactions of the simulated store, their confirmation rows, and the fences that end them.
 * One thread at a time.
 */
final class Transactions {
  /** Transactions that may be open or prepared at once (HO-14). */
  static final int MAX = 16;

  static final long TIMEOUT_MILLIS = 15 * 60 * 1000L;

  private final Set<Lie> lies;
  private final Changes changes;
  private final Tables tables;
  private final Map<String, Transaction> transactions = new LinkedHashMap<>();
  private final Map<String, List<Entry>> confirmations = new LinkedHashMap<>();
  private final Fences fences = new Fences();
  private final Locks locks = new Locks();
  private Runnable halfway = () -> {};

  Transactions(Set<Lie> lies, Changes changes, Tables tables) {
    this.lies = lies;
    this.changes = changes;
    this.tables = tables;
  }

  void begin(String name, Owner owner, long session, long nowMillis) throws StoreFailure {
    checkFence(owner);
    if (transactions.size() >= MAX) {
      throw new StoreFailure(Kind.EXHAUSTED, MAX + " transactions are open or prepared");
    }
    changes.behind();
    if (transactions.putIfAbsent(name, new Transaction(name, owner, session, nowMillis)) != null) {
      throw new StoreFailure(Kind.CONFLICT, "transaction " + name + " is there already");
    }
  }

  void stage(String name, List<Entry> entries) throws StoreFailure {
    Transaction open = open(name);
    Tables.requireGood(entries);
    open.entries().addAll(entries);
  }

  /** The row that proves the commit, written in the same transaction. */
  void stageConfirmation(String name, String interval) throws StoreFailure {
    open(name).confirmWith(interval);
  }

  void prepare(String name) throws StoreFailure {
    open(name).prepare();
    changes.behind();
  }

  void prepareInSession(String name) throws StoreFailure {
    open(name).prepareInSession();
    changes.behind();
  }

  private Transaction open(String name) throws StoreFailure {
    Transaction transaction = transactions.get(name);
    if (transaction == null || transaction.state() != Transaction.State.OPEN) {
      throw new StoreFailure(Kind.NO_SUCH, "no open transaction " + name);
    }
    checkFence(transaction.owner());
    return transaction;
  }

  void commit(String name) throws StoreFailure {
    Transaction transaction = prepared(name);
    checkFence(transaction.owner());
    commit(transaction);
  }

  void commitFenced(String name) throws StoreFailure {
    commit(prepared(name));
  }

  private Transaction prepared(String name) throws StoreFailure {
    Transaction transaction = transactions.get(name);
    if (transaction == null || transaction.state() != Transaction.State.PREPARED) {
      throw new StoreFailure(Kind.NO_SUCH, "no prepared transaction " + name);
    }
    return transaction;
  }

  private void commit(Transaction transaction) {
    changes.view();
    for (Entry entry : transaction.entries()) {
      tables.add(entry);
      if (lies.contains(Lie.COMMIT_NOT_ATOMIC)) {
        halfway.run();
      }
    }
    if (!transaction.confirmation().isEmpty()) {
      confirmations.put(transaction.confirmation(), List.copyOf(transaction.entries()));
    }
    transactions.remove(transaction.name());
  }

  /** Makes some rows visible; the last of them commits. */
  void commitPart(String name, String keys) throws StoreFailure {
    Transaction transaction = prepared(name);
    checkFence(transaction.owner());
    List<Entry> part =
        transaction.entries().stream().filter(entry -> entry.key().startsWith(keys)).toList();
    changes.view();
    part.forEach(tables::add);
    transaction.entries().removeAll(part);
    if (transaction.entries().isEmpty()) {
      commit(transaction);
    }
  }

  void undo(String interval) {
    changes.view();
    tables.remove(confirmations.getOrDefault(interval, List.of()));
  }

  void abort(String name) throws StoreFailure {
    changes.behind();
    if (transactions.remove(name) == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no transaction " + name);
    }
  }

  List<Transaction> list(String prefix) {
    List<Transaction> found = new ArrayList<>();
    for (Transaction one : transactions.values()) {
      if (one.name().startsWith(prefix)) {
        found.add(one);
      }
    }
    return found;
  }

  List<String> confirmations(String prefix) {
    return confirmations.keySet().stream().filter(one -> one.startsWith(prefix)).toList();
  }

  /** Called between two rows of a commit that is not atomic. */
  void whenHalfway(Runnable action) {
    halfway = action;
  }

  private void checkFence(Owner owner) throws StoreFailure {
    if (!lies.contains(Lie.FENCING_IGNORED)) {
      fences.check(owner);
    }
  }

  /** Lets readers wait until the session gives it back, or ends. */
  void lock(long session, Optional<Locks.Holder> holder) throws StoreFailure {
    if (holder.filter(fences::isFenced).isPresent()) {
      throw new StoreFailure(Kind.FENCED, "another process has taken over");
    }
    changes.view();
    locks.take(session, holder);
  }

  void unlock(long session) {
    changes.view();
    locks.release(session);
  }

  boolean isLocked() {
    return locks.isAnyHeld();
  }

  void register(Owner owner) throws StoreFailure {
    if (!lies.contains(Lie.FENCING_IGNORED)) {
      fences.register(owner);
    }
  }

  void fence(String sink, int subtask, int parallelism, long generation, String instance)
      throws StoreFailure {
    fences.raise(sink, subtask, parallelism, generation, instance);
    locks.fence(fences::isFenced);
    changes.view();
  }

  long newest(String sink, int subtask, int parallelism) {
    return fences.newest(sink, subtask, parallelism);
  }

  // ---- what happens to the store

  void endSession(long session) {
    if (isLocked()) {
      unlock(session);
    }
    transactions
        .values()
        .removeIf(
            one ->
                one.endsWith(session)
                    || (lies.contains(Lie.PREPARED_LOST_AT_DISCONNECT)
                        && one.state() == Transaction.State.PREPARED));
  }

  /** What was never promised is gone. */
  void restart() {
    locks.restart();
    transactions
        .values()
        .removeIf(
            one ->
                one.state() == Transaction.State.OPEN
                    || lies.contains(Lie.PREPARED_LOST_AT_RESTART));
  }

  void passed(long nowMillis) {
    if (transactions.values().removeIf(one -> nowMillis - one.begunMillis() > TIMEOUT_MILLIS)) {
      changes.behind();
    }
  }

  @Override
  public String toString() {
    return transactions.values() + "|" + confirmations.keySet() + "|" + fences + "|" + locks;
  }
}
