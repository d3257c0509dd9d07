package dev.landfall.conformance.memory;

import dev.landfall.conformance.memory.StoreFailure.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The server side of the simulated store: tables, transactions, objects, a log device and fences.
 * One thread at a time.
 *
 * <p>Every method is one request, carried out whole, unless a {@link Lie} says otherwise; what is
 * cut in half on the way is cut by the caller.
 */
final class MemoryStore {
  /** An object: what was put under one name. */
  record Blob(List<Entry> entries, String text, long sequence) {
    Blob {
      entries = List.copyOf(entries);
    }
  }

  /** A multipart upload that was not completed. */
  record Upload(String name, TreeMap<Integer, List<Entry>> parts) {}

  /** One entry of the log device. */
  record LogLine(String text, boolean torn) {}

  /** What becomes of a deletion where versions are compared. */
  enum Tombstones {
    KEPT,
    DROPPED
  }

  /** Transactions that may be open or prepared at once (HO-14). */
  static final int MAX_TRANSACTIONS = 16;

  static final long TRANSACTION_TIMEOUT_MILLIS = 15 * 60 * 1000L;

  private final Set<Lie> lies;
  private final List<Entry> rows = new ArrayList<>();
  private final Set<String> rowNames = new LinkedHashSet<>();
  private final Map<String, String> keyed = new TreeMap<>();
  private final Map<String, Long> deletions = new TreeMap<>();
  private final Map<String, Transaction> transactions = new LinkedHashMap<>();
  private final Map<String, List<Entry>> confirmations = new LinkedHashMap<>();
  private final Map<String, Long> versions = new TreeMap<>();
  private final Map<String, Blob> objects = new TreeMap<>();
  private final Map<String, Upload> uploads = new TreeMap<>();
  private final Map<String, List<LogLine>> device = new TreeMap<>();
  private final Fences fences = new Fences();
  private final List<Runnable> notApplied = new ArrayList<>();
  private Runnable halfway = () -> {};
  private long sequence;
  private long version;
  private long viewVersion;

  MemoryStore(Set<Lie> lies) {
    this.lies = lies.isEmpty() ? Set.of() : EnumSet.copyOf(lies);
  }

  /** Grows with every change that a reader or the raw view could see. */
  long version() {
    return version;
  }

  /** Grows with every change that a reader could see. */
  long viewVersion() {
    return viewVersion;
  }

  private void changeView() {
    version++;
    viewVersion++;
  }

  // ---- rows and keys

  /** Adds rows that nothing keeps from being there twice. */
  void append(List<Entry> entries) throws StoreFailure {
    requireGood(entries);
    acknowledge(() -> rows.addAll(entries));
  }

  /** Adds a row unless one of that name is there; whether it was added. */
  boolean insertIfAbsent(String name, Entry entry) throws StoreFailure {
    requireGood(List.of(entry));
    changeView();
    boolean added = rowNames.add(name);
    if (added) {
      rows.add(entry);
    }
    return added;
  }

  /** Puts or deletes one key. */
  void put(Entry entry) throws StoreFailure {
    requireGood(List.of(entry));
    acknowledge(
        () -> {
          if (entry.kind() == Entry.Kind.DELETE) {
            keyed.remove(entry.key());
          } else {
            keyed.put(entry.key(), entry.record());
          }
        });
  }

  /** Puts or deletes unless the key has seen a later position. */
  void putNewer(Entry entry, Tombstones tombstones) throws StoreFailure {
    if (entry.offset() < versions.getOrDefault(entry.key(), -1L)) {
      return;
    }
    put(entry);
    versions.put(entry.key(), entry.offset());
    if (entry.kind() == Entry.Kind.DELETE && tombstones == Tombstones.DROPPED) {
      versions.remove(entry.key());
    }
  }

  /** Deletes unless a deletion of the same or a later position is remembered. */
  void deleteOnce(Entry entry) {
    changeView();
    long remembered = deletions.getOrDefault(entry.key(), -1L);
    if (entry.offset() > remembered) {
      deletions.put(entry.key(), entry.offset());
      keyed.remove(entry.key());
    }
  }

  /** The highest offset of a split among the rows, or -1. */
  long highestOffset(String split) {
    return rows.stream()
        .filter(row -> row.split().equals(split))
        .mapToLong(Entry::offset)
        .max()
        .orElse(-1);
  }

  private void acknowledge(Runnable change) {
    changeView();
    if (lies.contains(Lie.ACKNOWLEDGES_BEFORE_IT_APPLIES)) {
      notApplied.add(change);
    } else {
      change.run();
    }
  }

  private static void requireGood(List<Entry> entries) throws StoreFailure {
    for (Entry entry : entries) {
      if (entry.kind() == Entry.Kind.BAD) {
        throw new StoreFailure(Kind.REFUSED, "record " + entry.record() + " is too large");
      }
    }
  }

  // ---- transactions

  void begin(String name, Owner owner, long session, long nowMillis) throws StoreFailure {
    checkFence(owner);
    if (transactions.size() >= MAX_TRANSACTIONS) {
      throw new StoreFailure(
          Kind.EXHAUSTED, MAX_TRANSACTIONS + " transactions are open or prepared");
    }
    version++;
    if (transactions.putIfAbsent(name, new Transaction(name, owner, session, nowMillis)) != null) {
      throw new StoreFailure(Kind.CONFLICT, "transaction " + name + " is there already");
    }
  }

  void stage(String name, List<Entry> entries) throws StoreFailure {
    Transaction open = open(name);
    requireGood(entries);
    version++;
    open.entries().addAll(entries);
  }

  /** The row that proves the commit, written in the same transaction. */
  void stageConfirmation(String name, String interval) throws StoreFailure {
    open(name).confirmWith(interval);
    version++;
  }

  void prepare(String name) throws StoreFailure {
    open(name).prepare();
    version++;
  }

  void prepareInSession(String name) throws StoreFailure {
    open(name).prepareInSession();
    version++;
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
    changeView();
    for (Entry entry : transaction.entries()) {
      rows.add(entry);
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
    changeView();
    rows.addAll(part);
    transaction.entries().removeAll(part);
    if (transaction.entries().isEmpty()) {
      commit(transaction);
    }
  }

  void undo(String interval) {
    changeView();
    rows.removeAll(confirmations.getOrDefault(interval, List.of()));
  }

  void abort(String name) throws StoreFailure {
    version++;
    if (transactions.remove(name) == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no transaction " + name);
    }
  }

  List<Transaction> transactions(String prefix) {
    return transactions.values().stream().filter(one -> one.name().startsWith(prefix)).toList();
  }

  List<String> confirmations(String prefix) {
    return confirmations.keySet().stream().filter(one -> one.startsWith(prefix)).toList();
  }

  /** Called between two rows of a commit that is not atomic. */
  void whenHalfway(Runnable action) {
    halfway = action;
  }

  // ---- fences

  private void checkFence(Owner owner) throws StoreFailure {
    if (!lies.contains(Lie.FENCING_IGNORED)) {
      fences.check(owner);
    }
  }

  void register(Owner owner) throws StoreFailure {
    if (!lies.contains(Lie.FENCING_IGNORED)) {
      fences.register(owner);
    }
    version++;
  }

  void fence(String sink, int subtask, int parallelism, long generation, String instance)
      throws StoreFailure {
    fences.raise(sink, subtask, parallelism, generation, instance);
    version++;
  }

  long newest(String sink, int subtask, int parallelism) {
    return fences.newest(sink, subtask, parallelism);
  }

  // ---- objects

  void putObject(String name, List<Entry> entries, String text) throws StoreFailure {
    requireGood(entries);
    changeView();
    objects.put(name, new Blob(entries, text, ++sequence));
  }

  void putObjectIfAbsent(String name, List<Entry> entries, String text) throws StoreFailure {
    if (objects.containsKey(name) && !lies.contains(Lie.CONDITIONAL_PUT_IGNORED)) {
      throw new StoreFailure(Kind.CONFLICT, "object " + name + " is there already");
    }
    putObject(name, entries, text);
  }

  Map<String, Blob> objects(String prefix) {
    Map<String, Blob> found = new TreeMap<>();
    objects.forEach(
        (name, blob) -> {
          if (name.startsWith(prefix)) {
            found.put(name, blob);
          }
        });
    return found;
  }

  void deleteObject(String name) {
    changeView();
    objects.remove(name);
  }

  String createUpload(String name) {
    version++;
    String id = name + "!" + ++sequence;
    uploads.put(id, new Upload(name, new TreeMap<>()));
    return id;
  }

  void uploadPart(String id, int number, List<Entry> entries) throws StoreFailure {
    requireGood(entries);
    version++;
    upload(id).parts().put(number, List.copyOf(entries));
  }

  /** Completes with the parts that are there. */
  void completeUpload(String id) throws StoreFailure {
    Upload upload = upload(id);
    List<Entry> whole = new ArrayList<>();
    upload.parts().values().forEach(whole::addAll);
    uploads.remove(id);
    putObject(upload.name(), whole, "");
  }

  void abortUpload(String id) {
    version++;
    uploads.remove(id);
  }

  private Upload upload(String id) throws StoreFailure {
    Upload upload = uploads.get(id);
    if (upload == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no upload " + id);
    }
    return upload;
  }

  List<String> uploads(String prefix) {
    return uploads.keySet().stream().filter(id -> id.startsWith(prefix)).toList();
  }

  Map<String, Upload> uploads() {
    return uploads;
  }

  // ---- log device

  void appendLog(String file, List<LogLine> lines) {
    version++;
    device.computeIfAbsent(file, name -> new ArrayList<>()).addAll(lines);
  }

  List<LogLine> readLog(String file) throws StoreFailure {
    List<LogLine> lines = device.get(file);
    if (lines == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no log file " + file);
    }
    return List.copyOf(lines);
  }

  void renameLog(String from, String to) throws StoreFailure {
    List<LogLine> lines = device.remove(from);
    if (lines == null) {
      throw new StoreFailure(Kind.NO_SUCH, "no log file " + from);
    }
    version++;
    device.put(to, lines);
  }

  void deleteLog(String file) {
    version++;
    device.remove(file);
  }

  List<String> logs(String prefix) {
    return device.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  // ---- what happens to the store

  void endSession(long session) {
    version++;
    transactions
        .values()
        .removeIf(
            one ->
                one.endsWith(session)
                    || (lies.contains(Lie.PREPARED_LOST_AT_DISCONNECT)
                        && one.state() == Transaction.State.PREPARED));
  }

  /** Killed and started again: what was never promised is gone. */
  void restart() {
    changeView();
    notApplied.clear();
    transactions
        .values()
        .removeIf(
            one ->
                one.state() == Transaction.State.OPEN
                    || lies.contains(Lie.PREPARED_LOST_AT_RESTART));
  }

  void passed(long nowMillis) {
    if (transactions
        .values()
        .removeIf(one -> nowMillis - one.begunMillis() > TRANSACTION_TIMEOUT_MILLIS)) {
      version++;
    }
  }

  // ---- what the observer sees

  List<Entry> rows() {
    return rows;
  }

  Map<String, String> keyed() {
    return keyed;
  }

  @Override
  public String toString() {
    return rows
        + "|"
        + rowNames
        + "|"
        + keyed
        + "|"
        + deletions
        + "|"
        + transactions.values()
        + "|"
        + confirmations.keySet()
        + "|"
        + versions
        + "|"
        + objects
        + "|"
        + uploads
        + "|"
        + device
        + "|"
        + fences;
  }
}
