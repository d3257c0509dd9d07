package dev.landfall.conformance.memory;

import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.memory.MemoryStore.Blob;
import dev.landfall.conformance.memory.MemoryStore.LogLine;
import dev.landfall.conformance.model.Access;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client side: one session with the store, whose requests arrive in the order in which they
 * were sent. One thread at a time.
 */
final class Connection implements AutoCloseable {
  private final MemoryBench bench;
  private final Instance instance;
  private final long session;
  private final Deque<Reply<?>> queue = new ArrayDeque<>();
  private boolean broken;

  Connection(MemoryBench bench, Instance instance, long session) {
    this.bench = bench;
    this.instance = instance;
    this.session = session;
  }

  /** The answer to a request that was sent without waiting for it. One thread at a time. */
  final class Reply<T> {
    private final Request<T> request;
    private final long op;
    private @Nullable T value;
    private @Nullable StoreFailure failure;
    private List<String> failedRecords = List.of();
    private boolean arrived;

    private Reply(Request<T> request, long op) {
      this.request = request;
      this.op = op;
    }

    Request<T> request() {
      return request;
    }

    long op() {
      return op;
    }

    void succeed(T result) {
      value = result;
      arrived = true;
    }

    void fail(StoreFailure error) {
      failure = error;
      arrived = true;
    }

    /** A bulk reply: these records have an error of their own. */
    void partly(T result, List<String> failed) {
      succeed(result);
      failedRecords = List.copyOf(failed);
    }

    /** The error of the whole request, without waiting for more. */
    @Nullable StoreFailure failure() {
      return failure;
    }

    List<String> failedRecords() {
      return failedRecords;
    }

    /** Waits until it, and everything sent before it, was answered. */
    @SuppressWarnings("NullAway") // a reply without failure has its value, which may be Void's null
    T await() throws StoreFailure {
      while (!arrived) {
        deliverNext();
      }
      if (failure != null) {
        throw failure;
      }
      return value;
    }
  }

  Instance instance() {
    return instance;
  }

  long session() {
    return session;
  }

  boolean isBroken() {
    return broken;
  }

  void breakOff() {
    broken = true;
  }

  <T> Reply<T> send(Request<T> request) {
    long op =
        bench
            .gate()
            .send(instance, request.access(), request.verb(), request.name(), request.records());
    Reply<T> reply = new Reply<>(request, op);
    queue.add(reply);
    return reply;
  }

  <T> T call(Request<T> request) throws StoreFailure {
    return send(request).await();
  }

  /** Lets everything arrive that was sent. */
  void deliverAll() {
    while (!queue.isEmpty()) {
      deliverNext();
    }
  }

  private void deliverNext() {
    instance.requireAlive();
    bench.deliver(this, queue.remove());
  }

  @Override
  public void close() {
    queue.clear();
    bench.disconnect(this);
  }

  // ---- the requests of the store's protocol

  private MemoryStore store() {
    return bench.store();
  }

  private <T> Request<T> ask(
      Access access, String verb, String name, List<Entry> entries, Request.Effect<T> effect) {
    return new Request<>(access, verb, name, entries, effect, Optional.empty());
  }

  private Request<Boolean> change(
      Access access, String verb, String name, List<Entry> entries, Action action) {
    return new Request<>(access, verb, name, entries, done(action), Optional.empty());
  }

  private static Request.Effect<Boolean> done(Action action) {
    return some -> {
      action.run(some);
      return true;
    };
  }

  @FunctionalInterface
  private interface Action {
    void run(List<Entry> entries) throws StoreFailure;
  }

  void begin(String name, Owner owner) throws StoreFailure {
    call(
        change(
            Access.STAGE,
            "Begin",
            name,
            List.of(),
            none -> store().begin(name, owner, session, bench.gate().millis())));
  }

  Reply<Boolean> stage(String name, List<Entry> entries) {
    return send(change(Access.STAGE, "Stage", name, entries, some -> store().stage(name, some)));
  }

  void stageConfirmation(String name, String interval) throws StoreFailure {
    call(
        change(
            Access.STAGE,
            "StageConfirmation",
            name,
            List.of(),
            none -> store().stageConfirmation(name, interval)));
  }

  void prepare(String name) throws StoreFailure {
    call(change(Access.PREPARE, "Prepare", name, List.of(), none -> store().prepare(name)));
  }

  void prepareInSession(String name) throws StoreFailure {
    call(
        change(Access.PREPARE, "Prepare", name, List.of(), none -> store().prepareInSession(name)));
  }

  Reply<Boolean> commitLater(String name) {
    return send(change(Access.COMMIT, "Commit", name, List.of(), none -> store().commit(name)));
  }

  void commit(String name) throws StoreFailure {
    commitLater(name).await();
  }

  /** Several at once, all or nothing. */
  void commitTogether(List<String> names) throws StoreFailure {
    call(
        change(
            Access.COMMIT,
            "CommitTogether",
            names.get(0),
            List.of(),
            none -> {
              for (String name : names) {
                store().commit(name);
              }
            }));
  }

  /** Makes those rows of a prepared transaction visible whose key begins like this. */
  void commitPart(String name, String keys) throws StoreFailure {
    call(
        change(
            Access.COMMIT, "CommitPart", name, List.of(), none -> store().commitPart(name, keys)));
  }

  /** Takes the rows of a committed transaction back. */
  void undo(String interval) throws StoreFailure {
    call(change(Access.ABORT, "Undo", interval, List.of(), none -> store().undo(interval)));
  }

  void abort(String name) throws StoreFailure {
    call(change(Access.ABORT, "Abort", name, List.of(), none -> store().abort(name)));
  }

  /** Commits although its generation is fenced: a store that lets an owner end its own. */
  void commitDangling(String name) throws StoreFailure {
    call(
        change(
            Access.COMMIT, "CommitDangling", name, List.of(), none -> store().commitFenced(name)));
  }

  /** How long ago the transaction was begun, in milliseconds. */
  long age(Transaction transaction) {
    return bench.gate().millis() - transaction.begunMillis();
  }

  List<Transaction> transactions(String prefix) throws StoreFailure {
    return call(
        ask(
            Access.READ,
            "ListTransactions",
            prefix,
            List.of(),
            none -> store().transactions(prefix)));
  }

  List<String> confirmations(String prefix) throws StoreFailure {
    return call(
        ask(
            Access.READ,
            "ListConfirmations",
            prefix,
            List.of(),
            none -> store().confirmations(prefix)));
  }

  void register(Owner owner) throws StoreFailure {
    call(
        change(
            Access.FENCE,
            "Register",
            owner.sink() + "/" + owner.subtask(),
            List.of(),
            none -> store().register(owner)));
  }

  void fence(String sink, int subtask, int parallelism, long generation, String token)
      throws StoreFailure {
    call(
        change(
            Access.FENCE,
            "Fence",
            sink + "/" + subtask,
            List.of(),
            none -> store().fence(sink, subtask, parallelism, generation, token)));
  }

  long newest(String sink, int subtask, int parallelism) throws StoreFailure {
    return call(
        ask(
            Access.READ,
            "NewestGeneration",
            sink + "/" + subtask,
            List.of(),
            none -> store().newest(sink, subtask, parallelism)));
  }

  // rows and keys

  Reply<Boolean> append(String name, List<Entry> entries) {
    return send(change(Access.PUT, "Append", name, entries, some -> store().append(some)));
  }

  /** Adds rows as the second half of a commit that the sink itself makes up. */
  void appendCommitted(String name, List<Entry> entries) throws StoreFailure {
    call(change(Access.COMMIT, "AppendStaged", name, List.of(), none -> store().append(entries)));
  }

  Reply<Boolean> insertIfAbsent(String name, Entry entry) {
    return send(
        ask(
            Access.PUT,
            "InsertIfAbsent",
            name,
            List.of(entry),
            some -> !some.isEmpty() && store().insertIfAbsent(name, entry)));
  }

  /** Puts and deletes in order; an entry may be refused while its neighbours are not. */
  Reply<List<String>> bulk(String name, List<Entry> entries) {
    return send(
        ask(
            Access.PUT,
            "Bulk",
            name,
            entries,
            some -> {
              List<String> refused = new ArrayList<>();
              for (Entry entry : some) {
                if (entry.kind() == Entry.Kind.BAD) {
                  refused.add(entry.record());
                } else {
                  store().put(entry);
                }
              }
              return refused;
            }));
  }

  /** As {@link #bulk}, but an operation that is older than the one before loses. */
  Reply<List<String>> bulkNewer(
      String name, List<Entry> entries, MemoryStore.Tombstones tombstones) {
    return send(
        ask(
            Access.PUT,
            "Bulk",
            name,
            entries,
            some -> {
              List<String> refused = new ArrayList<>();
              for (Entry entry : some) {
                if (entry.kind() == Entry.Kind.BAD) {
                  refused.add(entry.record());
                } else {
                  store().putNewer(entry, tombstones);
                }
              }
              return refused;
            }));
  }

  /** Deletes the key unless a deletion of the same or a later position is remembered. */
  Reply<Boolean> deleteOnce(Entry entry) {
    return send(
        change(
            Access.PUT,
            "DeleteOnce",
            entry.key(),
            List.of(entry),
            some -> store().deleteOnce(entry)));
  }

  long highestOffset(String split) throws StoreFailure {
    return call(
        ask(Access.READ, "HighestOffset", split, List.of(), none -> store().highestOffset(split)));
  }

  // objects

  void putObject(Access access, String name, List<Entry> entries, String text) throws StoreFailure {
    call(change(access, "PutObject", name, entries, some -> store().putObject(name, some, text)));
  }

  void putObjectIfAbsent(Access access, String name, String text) throws StoreFailure {
    call(
        change(
            access,
            "PutObjectIfAbsent",
            name,
            List.of(),
            none -> store().putObjectIfAbsent(name, List.of(), text)));
  }

  Map<String, Blob> objects(String prefix) throws StoreFailure {
    return call(
        ask(Access.READ, "ListObjects", prefix, List.of(), none -> store().objects(prefix)));
  }

  void deleteObject(String name) throws StoreFailure {
    call(change(Access.ABORT, "DeleteObject", name, List.of(), none -> store().deleteObject(name)));
  }

  String createUpload(String name) throws StoreFailure {
    return call(
        ask(Access.STAGE, "CreateUpload", name, List.of(), none -> store().createUpload(name)));
  }

  Reply<Boolean> uploadPart(String name, String id, int number, List<Entry> entries) {
    return send(
        change(
            Access.STAGE,
            "UploadPart",
            name,
            entries,
            some -> store().uploadPart(id, number, some)));
  }

  void completeUpload(String name, String id) throws StoreFailure {
    call(change(Access.PUT, "CompleteUpload", name, List.of(), none -> store().completeUpload(id)));
  }

  void abortUpload(String name, String id) throws StoreFailure {
    call(change(Access.ABORT, "AbortUpload", name, List.of(), none -> store().abortUpload(id)));
  }

  List<String> uploads(String prefix) throws StoreFailure {
    return call(
        ask(Access.READ, "ListUploads", prefix, List.of(), none -> store().uploads(prefix)));
  }

  // log device

  /** Half of the bytes end in the middle of a line, and the device keeps what it got. */
  void appendLog(String file, List<Entry> entries, List<LogLine> lines) throws StoreFailure {
    call(
        new Request<>(
            Access.LOG,
            "AppendLog",
            file,
            entries,
            done(all -> store().appendLog(file, lines)),
            Optional.of(done(half -> store().appendLog(file, tornInHalf(lines))))));
  }

  private static List<LogLine> tornInHalf(List<LogLine> lines) {
    int whole = lines.size() / 2;
    List<LogLine> half = new ArrayList<>(lines.subList(0, whole));
    half.add(new LogLine(lines.get(whole).text(), true));
    return half;
  }

  List<LogLine> readLog(String file) throws StoreFailure {
    return call(ask(Access.READ, "ReadLog", file, List.of(), none -> store().readLog(file)));
  }

  void renameLog(String from, String to) throws StoreFailure {
    call(change(Access.LOG, "RenameLog", to, List.of(), none -> store().renameLog(from, to)));
  }

  void deleteLog(String file) throws StoreFailure {
    call(change(Access.ABORT, "DeleteLog", file, List.of(), none -> store().deleteLog(file)));
  }

  List<String> logs(String prefix) throws StoreFailure {
    return call(ask(Access.READ, "ListLogs", prefix, List.of(), none -> store().logs(prefix)));
  }
}
