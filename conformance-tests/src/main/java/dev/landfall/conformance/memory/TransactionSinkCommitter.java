package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Commits by name; asks for the confirmation row where the store knows no such transaction. One
 * thread at a time.
 */
final class TransactionSinkCommitter implements Committer {
  /** Where a broken sink keeps a marker for each commit, beside the transaction. */
  static final String MARKERS = "committed/";

  private static final int ATTEMPTS = 3;

  private final TransactionSink sink;
  private Connection connection;
  private final Set<IntervalId> committed = new HashSet<>();
  private final Set<IntervalId> asked = new HashSet<>();

  TransactionSinkCommitter(TransactionSink sink) {
    this.sink = sink;
    this.connection = sink.connect();
  }

  private static List<String> names(Committable committable) {
    return List.of(new String(committable.payload(), StandardCharsets.UTF_8).split("\n", -1));
  }

  @Override
  public CommitOutcome commit(Committable committable) throws SinkException {
    if (sink.has(Trait.COMMITS_LATE) && asked.add(committable.interval())) {
      return CommitOutcome.retryLater(Duration.ofSeconds(1), "one checkpoint late");
    }
    CommitOutcome outcome = decide(committable);
    if (outcome.kind() == CommitOutcome.Kind.COMMITTED) {
      committed.add(committable.interval());
    }
    return outcome;
  }

  private CommitOutcome decide(Committable committable) throws SinkException {
    IntervalId interval = committable.interval();
    if (sink.has(Trait.REPEATED_COMMIT_THROWS) && committed.contains(interval)) {
      throw new SinkException("Cannot commit " + interval + ": it is committed");
    }
    boolean gone = interval.writer().subtask() >= sink.parallelism();
    if (gone && sink.has(Trait.DROPS_COMMITTABLES_OF_GONE_SUBTASKS)) {
      return CommitOutcome.committed();
    }
    boolean restored = interval.generation().value() < sink.names().generation();
    if (restored && sink.has(Trait.IGNORES_RESTORED)) {
      return CommitOutcome.committed();
    }
    StoreFailure last = new StoreFailure(StoreFailure.Kind.TIMEOUT, "not tried");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return attempt(committable, gone);
      } catch (StoreFailure e) {
        last = e;
        reconnect();
      }
    }
    throw new StoreUnavailableException("Cannot commit " + interval + ": " + last, last);
  }

  private CommitOutcome attempt(Committable committable, boolean gone)
      throws StoreFailure, SinkException {
    try {
      return send(committable, gone);
    } catch (StoreFailure e) {
      return switch (e.kind()) {
        case NO_SUCH -> proof(committable);
        case BUSY ->
            CommitOutcome.retryLater(Duration.ofMillis(100), String.valueOf(e.getMessage()));
        case FENCED -> throw Failures.cannot("commit " + committable.interval(), e);
        default -> throw e;
      };
    }
  }

  private CommitOutcome send(Committable committable, boolean gone) throws StoreFailure {
    List<String> names = names(committable);
    if (sink.has(Trait.ASKS_THEN_COMMITS)) {
      return askThenCommit(committable.interval(), names.get(0));
    }
    if (sink.has(Trait.SKIPS_UP_TO_HIGHEST)) {
      return commitAboveHighest(committable.interval(), names.get(0));
    }
    if (sink.has(Trait.REPORTS_BEFORE_REPLY)) {
      connection.transactions().commitLater(names.get(0));
      return CommitOutcome.committed();
    }
    if (sink.has(Trait.COMMITS_BY_PARTITION)) {
      commitParts(names.get(0), entry -> entry.key().substring(0, 1));
      return CommitOutcome.committed();
    }
    if (sink.has(Trait.COMMITS_IN_HALVES)) {
      commitParts(names.get(0), Entry::key);
      return CommitOutcome.committed();
    }
    if (sink.has(Trait.COMMITS_LATER_INTERVALS_TOO)) {
      commitAllPrepared(names.get(0));
      return CommitOutcome.committed();
    }
    if (gone && sink.has(Trait.DOUBLES_COMMITTABLES_OF_GONE_SUBTASKS)) {
      connection.rows().appendCommitted(names.get(0), entries(names.get(0)));
    }
    if (sink.has(Trait.LOCKS_READERS) || sink.has(Trait.LOCK_WITHOUT_OWNER)) {
      commitBehindLock(names.get(0), committable.interval());
    } else if (names.size() == 1) {
      connection.transactions().commit(names.get(0));
    } else {
      connection.transactions().commitTogether(names);
    }
    return CommitOutcome.committed();
  }

  /** One request for each part, in the order of the parts' names. */
  private void commitParts(String name, Function<Entry, String> part) throws StoreFailure {
    Set<String> parts = new TreeSet<>();
    entries(name).forEach(entry -> parts.add(part.apply(entry)));
    if (parts.isEmpty()) {
      connection.transactions().commit(name);
    }
    for (String one : parts) {
      connection.transactions().commitPart(name, one);
    }
  }

  /** Readers wait until everything of it is there. */
  private void commitBehindLock(String name, IntervalId interval) throws StoreFailure {
    Owner owner = Owner.of(interval.writer(), new Generation(sink.names().generation()));
    Locks.Holder holder = new Locks.Holder(owner, sink.context().instance());
    connection
        .transactions()
        .lock(name, sink.has(Trait.LOCKS_READERS) ? Optional.of(holder) : Optional.empty());
    try {
      connection.transactions().commit(name);
    } finally {
      connection.transactions().unlock(name);
    }
  }

  private List<Entry> entries(String name) throws StoreFailure {
    List<Entry> entries = new ArrayList<>();
    connection.transactions().list(name).forEach(one -> entries.addAll(one.entries()));
    return entries;
  }

  /** Not atomic: a crash, or another process, between the two steps commits twice. */
  private CommitOutcome askThenCommit(IntervalId interval, String name) throws StoreFailure {
    String marker = MARKERS + interval;
    if (connection.objects().list(marker).containsKey(marker)) {
      return CommitOutcome.alreadyCommitted("marker " + marker);
    }
    connection.rows().appendCommitted(name, entries(name));
    connection.objects().put(Access.CONFIRM, marker, List.of(), "committed");
    connection.transactions().abort(name);
    return CommitOutcome.committed();
  }

  private CommitOutcome commitAboveHighest(IntervalId interval, String name) throws StoreFailure {
    String mark = "highest/" + interval.writer();
    Objects.Blob highest = connection.objects().list(mark).get(mark);
    if (highest != null && interval.ordinal() <= Long.parseLong(highest.text())) {
      return CommitOutcome.alreadyCommitted("everything up to " + highest.text() + " is");
    }
    connection.transactions().commit(name);
    connection.objects().put(Access.CONFIRM, mark, List.of(), Long.toString(interval.ordinal()));
    return CommitOutcome.committed();
  }

  private void commitAllPrepared(String name) throws StoreFailure {
    connection.transactions().commit(name);
    String writer = name.substring(0, name.lastIndexOf("/o"));
    for (Transaction other : connection.transactions().list(writer + "/o")) {
      if (other.state() == Transaction.State.PREPARED) {
        connection.transactions().commit(other.name());
      }
    }
  }

  /** The store knows no such prepared transaction: only the confirmation row tells why (T-4). */
  private CommitOutcome proof(Committable committable) throws StoreFailure, SinkException {
    IntervalId interval = committable.interval();
    if (sink.has(Trait.UNKNOWN_COUNTS_AS_COMMITTED)) {
      return CommitOutcome.alreadyCommitted("the store does not know it");
    }
    if (sink.has(Trait.SECOND_COMMIT_THROWS)) {
      throw new SinkException("Cannot commit " + interval + ": no such transaction");
    }
    if (sink.has(Trait.RETRIES_LOST_FOR_EVER)
        && !connection
            .transactions()
            .confirmations(interval.toString())
            .contains(interval.toString())) {
      throw new StoreUnavailableException("Cannot commit " + interval + ": not found yet");
    }
    if (connection
        .transactions()
        .confirmations(interval.toString())
        .contains(interval.toString())) {
      return CommitOutcome.alreadyCommitted("confirmation row of " + interval);
    }
    return CommitOutcome.lost("the store neither holds nor has confirmed it");
  }

  @Override
  public void abort(Committable committable) throws SinkException {
    try {
      for (String name : names(committable)) {
        connection.transactions().abort(name);
      }
    } catch (StoreFailure e) {
      if (e.kind() != StoreFailure.Kind.NO_SUCH) {
        throw Failures.cannot("abort " + committable.interval(), e);
      }
    }
  }

  @Override
  public Liveness liveness(Committable committable) throws SinkException {
    try {
      String name = names(committable).get(0);
      for (Transaction one : connection.transactions().list(name)) {
        if (one.name().equals(name)) {
          long age = connection.transactions().age(one);
          return Liveness.aliveFor(Duration.ofMillis(Transactions.TIMEOUT_MILLIS - age));
        }
      }
      IntervalId interval = committable.interval();
      return connection
              .transactions()
              .confirmations(interval.toString())
              .contains(interval.toString())
          ? Liveness.alive()
          : Liveness.gone("the store does not hold " + name);
    } catch (StoreFailure e) {
      throw Failures.cannot("look for " + committable.interval(), e);
    }
  }

  private void reconnect() {
    connection.close();
    connection = sink.connect();
  }

  @Override
  public void close() {
    connection.close();
  }
}
