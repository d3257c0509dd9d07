package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a writer of a log keeps in memory: the state, the summaries' names, and the entries that no
 * summary holds yet. One thread at a time.
 */
final class LogTail {
  private final List<SummaryName> chain;
  private final List<LogEntry> entries = new ArrayList<>();
  private LogState state;
  private long objects;

  private LogTail(LogState state, List<SummaryName> chain) {
    this.state = state;
    this.chain = new ArrayList<>(chain);
  }

  static LogTail of(LogHead head) {
    LogTail tail = new LogTail(head.state(), head.chain());
    head.tail().forEach(tail::add);
    return tail;
  }

  void add(LogEntry entry) {
    state = state.with(entry);
    entries.add(entry);
    if (entry instanceof LogEntry.Confirmation confirmation) {
      objects += confirmation.objects().size();
    }
  }

  LogState state() {
    return state;
  }

  List<LogEntry> entries() {
    return entries;
  }

  /** How many objects the entries name. */
  long objects() {
    return objects;
  }

  List<SummaryName> chain() {
    return chain;
  }

  Optional<LogEntry.Confirmation> find(IntervalId interval) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i) instanceof LogEntry.Confirmation confirmation
          && confirmation.interval().equals(interval)) {
        return Optional.of(confirmation);
      }
    }
    return Optional.empty();
  }

  /** A summary of the entries has been written. */
  void summarised(SummaryName name) {
    chain.add(name);
    entries.clear();
    objects = 0;
  }

  /** The last {@code count} summaries have been replaced by one. */
  void merged(int count, SummaryName name) {
    chain.subList(chain.size() - count, chain.size()).clear();
    chain.add(name);
  }
}
