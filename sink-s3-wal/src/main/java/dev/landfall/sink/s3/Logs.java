package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The confirmation logs of one sink, by subtask. One thread at a time. */
final class Logs {
  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Backoff backoff;
  private final Map<Integer, ConfirmationLog> bySubtask = new HashMap<>();

  Logs(ObjectStore store, Bookkeeping bookkeeping, Backoff backoff) {
    this.store = store;
    this.bookkeeping = bookkeeping;
    this.backoff = backoff;
  }

  /** The same logs, read anew by way of another store. */
  Logs by(ObjectStore other) {
    return new Logs(other, bookkeeping, backoff);
  }

  ConfirmationLog of(int subtask) {
    return bySubtask.computeIfAbsent(
        subtask, number -> new ConfirmationLog(store, bookkeeping.log(number), backoff));
  }

  /** Forgets what is known of all of them. */
  void refresh() {
    bySubtask.clear();
  }

  /** The writers that have a log, whatever the parallelism was; asks the store each time. */
  List<WriterId> writers() throws SinkException, InterruptedException {
    TreeSet<Integer> subtasks = new TreeSet<>();
    for (String folder : store.folders(bookkeeping.subtasks())) {
      if (folder.chars().allMatch(Character::isDigit)) {
        subtasks.add(Integer.parseInt(folder));
      }
    }
    List<WriterId> writers = new ArrayList<>();
    subtasks.forEach(subtask -> writers.add(bookkeeping.sink().writer(subtask)));
    return writers;
  }

  /** The generation of a log's newest fence. */
  static Generation fenced(ConfirmationLog log) throws SinkException, InterruptedException {
    return log.state().newestFence().map(LogEntry.Fence::generation).orElse(Generation.NONE);
  }
}
