package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads one subtask's log with few requests: two listings, a summary for each finished range, and
 * the entries behind the last one. Stateless, thread-safe.
 *
 * <p>Summaries that a larger one has replaced are deleted; a reader that meets such a gap lists
 * again.
 */
final class LogReader {
  private static final int MAX_ATTEMPTS = 5;

  private final ObjectStore store;
  private final LogKeys keys;

  LogReader(ObjectStore store, LogKeys keys) {
    this.store = store;
    this.keys = keys;
  }

  /** Takes the entries in order. */
  interface Visitor {
    void visit(LogEntry entry);
  }

  /** Every entry; {@code visitor} is called once for each. */
  void each(Visitor visitor) throws SinkException, InterruptedException {
    for (List<LogEntry> range : ranges()) {
      range.forEach(visitor::visit);
    }
  }

  /** All entries, in ranges that follow each other. */
  private List<List<LogEntry>> ranges() throws SinkException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      List<SummaryName> chain = chain();
      Optional<List<Summary>> read = read(chain);
      if (read.isPresent()) {
        List<List<LogEntry>> ranges = new ArrayList<>();
        read.get().forEach(summary -> ranges.add(summary.entries()));
        ranges.add(after(chain.isEmpty() ? 0 : chain.get(chain.size() - 1).to()));
        return ranges;
      }
    }
    throw gone();
  }

  /** What the newest summary and the entries behind it tell. */
  LogHead head() throws SinkException, InterruptedException {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      List<SummaryName> chain = chain();
      Optional<Summary> newest =
          chain.isEmpty() ? Optional.empty() : summary(chain.get(chain.size() - 1));
      if (chain.isEmpty() || newest.isPresent()) {
        LogState state = newest.map(Summary::state).orElse(LogState.EMPTY);
        return new LogHead(state, chain, after(state.last()));
      }
    }
    throw gone();
  }

  /** Looks for a confirmation in the summaries, the newest first. */
  Optional<LogEntry.Confirmation> find(IntervalId interval)
      throws SinkException, InterruptedException {
    List<List<LogEntry>> ranges = ranges();
    for (int i = ranges.size() - 1; i >= 0; i--) {
      for (LogEntry entry : ranges.get(i)) {
        if (entry instanceof LogEntry.Confirmation confirmation
            && confirmation.interval().equals(interval)) {
          return Optional.of(confirmation);
        }
      }
    }
    return Optional.empty();
  }

  /** One entry, or empty if the number is free. */
  Optional<LogEntry> entry(long number) throws SinkException, InterruptedException {
    String key = keys.entry(number);
    Optional<StoredObject> object = store.read(key);
    if (object.isEmpty()) {
      return Optional.empty();
    }
    LogEntry entry = LogText.decode(keys.writer().sink(), key, object.get().bytes());
    if (entry.number() != number) {
      throw FramedLines.damaged(key, "it says that it is entry " + entry.number());
    }
    return Optional.of(entry);
  }

  /** Empty if it was replaced by a larger one. */
  Optional<Summary> summary(SummaryName name) throws SinkException, InterruptedException {
    String key = keys.summary(name);
    Optional<StoredObject> object = store.read(key);
    return object.isEmpty()
        ? Optional.empty()
        : Optional.of(Summary.decode(keys.writer().sink(), key, object.get().bytes()));
  }

  /** The summaries that follow each other from entry 1 on, the longest where several begin. */
  private List<SummaryName> chain() throws SinkException, InterruptedException {
    List<SummaryName> chain = new ArrayList<>();
    Optional<SummaryName> longest = Optional.empty();
    long next = 1;
    for (ObjectInfo object : PagedListing.all(store, keys.summaries(), "")) {
      SummaryName name = keys.summaryName(object.key()).orElse(null);
      if (name == null || name.from() < next) {
        continue;
      }
      if (longest.isPresent() && name.from() > longest.get().from()) {
        chain.add(longest.get());
        next = longest.get().to() + 1;
        longest = Optional.empty();
      }
      if (name.from() == next && longest.map(found -> found.to() < name.to()).orElse(true)) {
        longest = Optional.of(name);
      }
    }
    longest.ifPresent(chain::add);
    return chain;
  }

  private Optional<List<Summary>> read(List<SummaryName> chain)
      throws SinkException, InterruptedException {
    List<Summary> summaries = new ArrayList<>(chain.size());
    for (SummaryName name : chain) {
      Optional<Summary> summary = summary(name);
      if (summary.isEmpty()) {
        return Optional.empty();
      }
      summaries.add(summary.get());
    }
    return Optional.of(summaries);
  }

  /** The entries behind {@code last}; their numbers have no gap. */
  private List<LogEntry> after(long last) throws SinkException, InterruptedException {
    List<LogEntry> entries = new ArrayList<>();
    long next = last + 1;
    for (ObjectInfo object : PagedListing.all(store, keys.entries(), keys.entry(last))) {
      Optional<Long> number = keys.number(object.key());
      if (number.isEmpty()) {
        continue;
      }
      Optional<LogEntry> entry = number.get() == next ? entry(next) : Optional.empty();
      if (entry.isEmpty()) {
        throw FramedLines.damaged(keys.entry(next), "it is missing before " + object.key());
      }
      entries.add(entry.get());
      next++;
    }
    return entries;
  }

  private StoreUnavailableException gone() {
    return new StoreUnavailableException(
        "Cannot read the summaries in '"
            + keys.summaries()
            + "': they were replaced in each of "
            + MAX_ATTEMPTS
            + " attempts");
  }
}
