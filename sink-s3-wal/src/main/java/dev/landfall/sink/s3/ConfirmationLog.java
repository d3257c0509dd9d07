package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One subtask's numbered log, in which take-over and confirmation are both conditional writes of
 * the next number, so that they cannot race (W-2, W-6). One thread at a time.
 *
 * <h2>Protocol</h2>
 *
 * Whoever wants to add an entry knows every entry so far, decides by them, and writes the next
 * number on the condition that it is free. If it is not, the entry there is read, and the decision
 * made again.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Numbers have no gap, and none is written twice or removed.
 *   <li>An entry says what its writer could say knowing all entries before it.
 * </ul>
 *
 * <h2>Crash analysis</h2>
 *
 * Request not applied: nothing has happened. Applied, reply lost, process lives: the client's own
 * second attempt, or ours, is answered 412; the entry is read back and is the same as ours, token
 * included. Applied, process dead: the successor reads the entry before it decides anything. In
 * flight while the process dies: it lands before the successor's entry, which then gets 412 and
 * reads it; or after it, and fails.
 */
final class ConfirmationLog {
  private static final int MAX_ATTEMPTS = 8;

  private final ObjectStore store;
  private final LogKeys keys;
  private final LogReader reader;
  private final Summaries summaries;
  private final Backoff backoff;
  private @Nullable LogTail tail;

  ConfirmationLog(ObjectStore store, LogKeys keys, Backoff backoff) {
    this.store = store;
    this.keys = keys;
    this.reader = new LogReader(store, keys);
    this.summaries = new Summaries(store, keys, reader);
    this.backoff = backoff;
  }

  LogKeys keys() {
    return keys;
  }

  /** What the entries come to, as far as they are known here. */
  LogState state() throws SinkException, InterruptedException {
    return tail().state();
  }

  /** Forgets what is known, so that the next call reads it again. */
  void refresh() {
    tail = null;
  }

  /** The confirmation of an interval, if there is one. */
  Optional<LogEntry.Confirmation> find(IntervalId interval)
      throws SinkException, InterruptedException {
    Optional<IntervalId> newest = tail().state().confirmed();
    if (newest.isEmpty() || interval.isAfter(newest.get())) {
      return Optional.empty();
    }
    Optional<LogEntry.Confirmation> recent = tail().find(interval);
    // An ordinal below the newest proves nothing: only its own entry does.
    return recent.isPresent() ? recent : reader.find(interval);
  }

  /**
   * Writes an entry under the next number.
   *
   * @return empty if it is there, also if the reply to an earlier attempt had been lost; else the
   *     entry that took the number, which is part of {@link #state} from then on
   * @throws StoreUnavailableException if the store could not be asked; the entry may be there
   */
  Optional<LogEntry> append(LogEntry draft) throws SinkException, InterruptedException {
    LogEntry entry = draft.at(tail().state().last() + 1);
    byte[] bytes = LogText.encode(entry);
    SinkException failure = null;
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        CreateResult result = store.create(keys.entry(entry.number()), bytes);
        if (result instanceof CreateResult.Created) {
          add(entry);
          return Optional.empty();
        }
      } catch (StoreUnavailableException e) {
        // In doubt: it may have been applied, so look before writing again.
        failure = e;
      }
      Optional<LogEntry> there = reader.entry(entry.number());
      if (there.isPresent()) {
        add(there.get());
        return entry.isSameAs(there.get()) ? Optional.empty() : there;
      }
      backoff.pause(attempt);
    }
    throw unavailable(entry, failure);
  }

  private void add(LogEntry entry) throws SinkException, InterruptedException {
    tail().add(entry);
    summaries.extend(tail());
  }

  private LogTail tail() throws SinkException, InterruptedException {
    LogTail known = tail;
    if (known == null) {
      known = LogTail.of(reader.head());
      tail = known;
    }
    return known;
  }

  private StoreUnavailableException unavailable(LogEntry entry, @Nullable Exception cause) {
    String message =
        "Cannot write '"
            + keys.entry(entry.number())
            + "' to "
            + store.describe()
            + ": no answer in "
            + MAX_ATTEMPTS
            + " attempts";
    return cause == null
        ? new StoreUnavailableException(message + " but a conflict (409)")
        : new StoreUnavailableException(message, cause);
  }
}
