package dev.landfall.conformance.memory;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.record.SinkRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stages in pipelined batches and waits for all of them before it prepares. One thread at a time.
 */
final class TransactionSinkWriter implements TransactionWriter {
  private static final int BATCH = 2;
  private static final int MAX_GROUPS = 3;
  private static final long SLOW_NANOS = 10_000_000_000L;

  private final TransactionSink sink;
  private final Owner owner;
  private final RejectedRecords rejected;
  private final Connection control;
  private Connection data;
  private @Nullable IntervalId interval;
  private final List<String> begun = new ArrayList<>();
  private final List<Entry> buffer = new ArrayList<>();
  private final List<Connection.Reply<Boolean>> replies = new ArrayList<>();
  private final List<String> prepared = new ArrayList<>();
  private long records;
  private long begunNanos;

  /** Whether the first write of the interval took long; only a broken sink minds. */
  private boolean slow;

  TransactionSinkWriter(TransactionSink sink, Owner owner, RejectedRecords rejected) {
    this.sink = sink;
    this.owner = owner;
    this.rejected = rejected;
    this.control = sink.connect();
    this.data = sink.connect();
  }

  void register() throws SinkException {
    try {
      control.transactions().register(owner);
    } catch (StoreFailure e) {
      throw Failures.cannot("open writer " + owner, e);
    }
  }

  @Override
  public void begin(IntervalId next) throws SinkException {
    interval = next;
    begunNanos = sink.context().time().nanos();
    replies.clear();
    records = 0;
    slow = false;
    if (sink.has(Trait.LEAKS_SESSIONS)) {
      data = sink.connect();
    }
    if (!sink.has(Trait.KEEPS_LAST_RECORD_BACK)) {
      buffer.clear();
    }
    if (!sink.has(Trait.STALE_STARTED_FLAG)) {
      begun.clear();
    }
    if (sink.has(Trait.READS_AND_RECONNECTS)) {
      lookAround();
    }
  }

  private void lookAround() throws SinkException {
    try {
      data.close();
      data = sink.connect();
      data.transactions().confirmations("nobody");
    } catch (StoreFailure e) {
      throw Failures.cannot("look around", e);
    }
  }

  @Override
  public void write(SinkRecord record) throws SinkException {
    Entry entry = Entry.of(record);
    Optional<String> refusal = entry.refusal();
    if (refusal.isPresent() && !isWrittenAllTheSame(entry)) {
      rejected.reject(record, refusal.get());
      return;
    }
    if (records++ == 0) {
      begun.clear();
    }
    Entry put = entry.asPut();
    boolean mangled = sink.has(Trait.TEXT_IN_DEFAULT_CHARSET);
    buffer.add(mangled ? put.written(data.instance().defaultCharset()) : put);
    if (buffer.size() >= BATCH && !sink.has(Trait.KEEPS_LAST_RECORD_BACK)) {
      sendBatch(List.copyOf(buffer));
      buffer.clear();
    }
  }

  private boolean isWrittenAllTheSame(Entry entry) {
    return entry.kind() == Entry.Kind.DELETE && sink.has(Trait.DELETE_BECOMES_ROW);
  }

  private void sendBatch(List<Entry> batch) throws SinkException {
    try {
      replies.add(data.transactions().stage(transaction(), batch));
    } catch (StoreFailure e) {
      throw Failures.cannot("stage " + batch.size() + " records of " + interval, e);
    }
  }

  /** The first record begins the transaction, so an empty interval leaves no trace (T-10). */
  private String transaction() throws StoreFailure {
    boolean group = sink.has(Trait.TRANSACTION_PER_GROUP) && begun.size() < MAX_GROUPS;
    if (begun.isEmpty() || group) {
      String name = sink.names().of(current()) + (group ? "/t" + begun.size() : "");
      begin(name);
      begun.add(name);
    }
    return begun.get(begun.size() - 1);
  }

  private void begin(String name) throws StoreFailure {
    long before = sink.context().time().nanos();
    try {
      control.transactions().begin(name, owner);
    } catch (StoreFailure e) {
      if (e.kind() != StoreFailure.Kind.CONFLICT || !sink.has(Trait.REUSES_SLOTS)) {
        throw e;
      }
      control.transactions().abort(name);
      control.transactions().begin(name, owner);
    }
    slow = sink.context().time().nanos() - before > SLOW_NANOS;
  }

  private IntervalId current() {
    if (interval == null) {
      throw new IllegalStateException("no interval was begun");
    }
    return interval;
  }

  @Override
  public Optional<Committable> prepare() throws SinkException {
    try {
      flush();
      if (records == 0 && !begun.isEmpty()) {
        // Only the stale flag says that something was begun: the store has never heard of it.
        control.transactions().prepare(sink.names().of(current()));
      }
      if (begun.isEmpty() || (slow && sink.has(Trait.SLOW_FIRST_WRITE_LOST))) {
        return Optional.empty();
      }
      if (!sink.has(Trait.NO_FLUSH_BEFORE_PREPARE)) {
        awaitReplies();
      }
      requireInTime();
      return Optional.of(prepareBegun());
    } catch (StoreFailure e) {
      throw Failures.cannot("prepare " + interval, e);
    }
  }

  private void flush() throws SinkException {
    if (sink.has(Trait.DROPS_TAIL) || buffer.isEmpty()) {
      return;
    }
    int back = sink.has(Trait.KEEPS_LAST_RECORD_BACK) ? 1 : 0;
    List<Entry> batch = List.copyOf(buffer.subList(0, buffer.size() - back));
    buffer.subList(0, buffer.size() - back).clear();
    if (!batch.isEmpty()) {
      sendBatch(batch);
    }
  }

  private void awaitReplies() throws StoreFailure {
    for (Connection.Reply<Boolean> reply : replies) {
      try {
        reply.await();
      } catch (StoreFailure e) {
        if (!sink.has(Trait.SWALLOWS_WRITE_ERRORS)) {
          throw e;
        }
      }
    }
  }

  private void requireInTime() throws SinkException {
    long minutes = (sink.context().time().nanos() - begunNanos) / 60_000_000_000L;
    if (sink.has(Trait.LOUD_ON_TIMEOUT) && minutes > 5) {
      throw new SinkException(
          "Cannot prepare " + interval + ": it took " + minutes + " min, expected at most 5");
    }
  }

  private Committable prepareBegun() throws StoreFailure {
    control.transactions().stageConfirmation(begun.get(0), current().toString());
    String payload = String.join("\n", begun);
    for (String name : begun) {
      prepare(name);
      prepared.add(name);
    }
    String summary =
        sink.has(Trait.TELLS_PASSWORD) ? begun.get(0) + " of app:" + sink.password() : begun.get(0);
    return Committable.of(current(), 1, payload.getBytes(StandardCharsets.UTF_8), records, summary);
  }

  private void prepare(String name) throws StoreFailure {
    if (sink.has(Trait.PREPARED_BOUND_TO_SESSION)) {
      control.transactions().prepareInSession(name);
    } else {
      control.transactions().prepare(name);
    }
    if (sink.has(Trait.COMMITS_AT_PREPARE)) {
      control.transactions().commit(name);
    }
  }

  @Override
  public void abort() throws SinkException {
    try {
      for (String name : begun) {
        if (!prepared.contains(name)) {
          control.transactions().abort(name);
        }
      }
      begun.clear();
    } catch (StoreFailure e) {
      if (e.kind() != StoreFailure.Kind.NO_SUCH) {
        throw Failures.cannot("abort " + interval, e);
      }
    }
  }

  @Override
  public void close() {
    if (sink.has(Trait.CLOSE_COMMITS) || sink.has(Trait.CLOSE_ABORTS)) {
      prepared.forEach(this::finishAtClose);
    }
    data.close();
    control.close();
  }

  private void finishAtClose(String name) {
    try {
      if (sink.has(Trait.CLOSE_COMMITS)) {
        control.transactions().commit(name);
      } else {
        control.transactions().abort(name);
      }
    } catch (StoreFailure alreadyEnded) {
      // The flaw is that it tries; most were committed before, and the store says so.
      return;
    }
  }
}
