package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Recovers the reference for two-phase commit. One thread at a time. */
final class TransactionSinkTakeover implements Takeover {
  private final TransactionSink sink;
  private final Connection connection;

  TransactionSinkTakeover(TransactionSink sink) {
    this.sink = sink;
    this.connection = sink.connect();
  }

  @Override
  public Generation newest(WriterScope scope) throws SinkException {
    try {
      if (sink.has(Trait.REFUSES_OTHER_PARALLELISM)) {
        requireSameParallelism(scope);
      }
      sink.parallelism(scope.parallelism());
      long newest =
          connection
              .transactions()
              .newest(scope.sink().toString(), scope.subtask(), scope.parallelism());
      sink.names().generation(newest + 1);
      return new Generation(newest);
    } catch (StoreFailure e) {
      throw Failures.cannot("read the newest generation of " + scope, e);
    }
  }

  private void requireSameParallelism(WriterScope scope) throws StoreFailure, SinkException {
    String name = "parallelism/" + scope.sink();
    String now = Integer.toString(scope.parallelism());
    Objects.Blob before = connection.objects().list(name).get(name);
    if (before == null) {
      connection.objects().put(Access.PUT, name, List.of(), now);
    } else if (!before.text().equals(now)) {
      throw new SinkException(
          "Cannot start " + scope.sink() + " with " + now + " writers: it has " + before.text());
    }
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException {
    if (sink.has(Trait.CONFIRMATIONS_UNTOLD)) {
      return List.of();
    }
    try {
      Map<WriterId, IntervalId> newest = new TreeMap<>();
      for (String row : confirmationRows(scope)) {
        IntervalId interval = IntervalId.parse(row);
        if (sink.has(Trait.CONFIRMATIONS_INVENTED)) {
          interval =
              new IntervalId(interval.writer(), interval.generation(), interval.ordinal() + 1);
        }
        if (scope.contains(interval.writer())) {
          newest.merge(interval.writer(), interval, (a, b) -> a.isAfter(b) ? a : b);
        }
      }
      return List.copyOf(newest.values());
    } catch (StoreFailure e) {
      throw Failures.cannot("read the confirmations of " + scope, e);
    }
  }

  private Collection<String> confirmationRows(WriterScope scope) throws StoreFailure {
    if (!sink.has(Trait.ASKS_THEN_COMMITS)) {
      return connection.transactions().confirmations(scope.sink() + "/");
    }
    String markers = TransactionSinkCommitter.MARKERS;
    return connection.objects().list(markers + scope.sink() + "/").keySet().stream()
        .map(name -> name.substring(markers.length()))
        .toList();
  }

  @Override
  public void fence(WriterScope scope, Generation current) throws SinkException {
    if (sink.has(Trait.NO_FENCE)) {
      return;
    }
    try {
      connection
          .transactions()
          .fence(
              scope.sink().toString(),
              scope.subtask(),
              scope.parallelism(),
              current.value(),
              sink.context().instance());
    } catch (StoreFailure e) {
      throw Failures.cannot("fence " + scope, e);
    }
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) throws SinkException {
    List<String> aborted = new ArrayList<>();
    try {
      String prefix =
          sink.has(Trait.ABORTS_EVERYBODY)
              ? Names.TRANSACTIONS
              : Names.TRANSACTIONS + scope.sink() + "/";
      for (Transaction one : connection.transactions().list(prefix)) {
        if (isDangling(one.name(), scope, current)) {
          discard(one);
          aborted.add("transaction " + one.name());
        }
      }
      if (sink.has(Trait.ABORT_UNDOES_COMMIT)) {
        undoOlder(scope, current);
      }
      return aborted;
    } catch (StoreFailure e) {
      throw Failures.cannot("abort what is dangling in " + scope, e);
    }
  }

  /** Takes everything for dangling that an older generation has left, the committed as well. */
  private void undoOlder(WriterScope scope, Generation current) throws StoreFailure {
    for (String row : connection.transactions().confirmations(scope.sink() + "/")) {
      IntervalId interval = IntervalId.parse(row);
      if (scope.contains(interval.writer()) && interval.generation().isOlderThan(current)) {
        connection.transactions().undo(row);
      }
    }
  }

  private boolean isDangling(String name, WriterScope scope, Generation current) {
    if (sink.has(Trait.ABORTS_EVERYBODY)) {
      return true;
    }
    Optional<IntervalId> interval = TransactionNames.interval(name);
    if (interval.isEmpty() || !interval.get().generation().isOlderThan(current)) {
      return false;
    }
    WriterId writer = interval.get().writer();
    return sink.has(Trait.ABORTS_OWN_SUBTASK_ONLY)
        ? writer.equals(scope.writer())
        : scope.contains(writer);
  }

  private void discard(Transaction one) throws StoreFailure {
    try {
      if (sink.has(Trait.COMMITS_DANGLING) && one.state() == Transaction.State.PREPARED) {
        connection.transactions().commitDangling(one.name());
      } else {
        connection.transactions().abort(one.name());
      }
    } catch (StoreFailure e) {
      // Somebody else was faster: it is gone, which is all that was wanted.
      if (e.kind() != StoreFailure.Kind.NO_SUCH) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
