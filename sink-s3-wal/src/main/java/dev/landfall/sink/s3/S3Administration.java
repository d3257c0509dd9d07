package dev.landfall.sink.s3;

import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.admin.Administration;
import dev.landfall.sdk.admin.ConfirmedView;
import dev.landfall.sdk.admin.StoreEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What operators see and may remove. One thread at a time. */
final class S3Administration implements Administration {
  private static final String PENDING = "sealed segment";

  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Logs logs;
  private final StagedIntervals staged;
  private final HostTime time;

  S3Administration(
      ObjectStore store,
      Bookkeeping bookkeeping,
      Logs logs,
      StagedIntervals staged,
      HostTime time) {
    this.store = store;
    this.bookkeeping = bookkeeping;
    this.logs = logs;
    this.staged = staged;
    this.time = time;
  }

  /** Sealed segments that are not confirmed; none where the host keeps the log. */
  @Override
  public List<StoreEntry> pending() throws SinkException, InterruptedException {
    logs.refresh();
    List<StoreEntry> pending = new ArrayList<>();
    for (StagedInterval one : staged.all()) {
      if (one.isSealed() && !isConfirmed(one.interval())) {
        pending.add(
            new StoreEntry(
                bookkeeping.staged(one.interval()).manifest(),
                PENDING,
                Optional.of(one.interval()),
                Optional.empty(),
                Optional.empty(),
                Map.of("objects", Integer.toString(one.announced().size()))));
      }
    }
    return pending;
  }

  /** Refuses: only a host knows whether the checkpoint of a segment is durable (W-1). */
  @Override
  public CommitOutcome commit(StoreEntry entry) throws SinkException {
    throw new SinkException(
        "Cannot confirm '"
            + entry.name()
            + "': only its checkpoint tells whether it may count (start the pipeline from that"
            + " checkpoint)");
  }

  @Override
  public void abort(StoreEntry entry) throws SinkException, InterruptedException {
    for (StagedInterval one : staged.all()) {
      if (bookkeeping.staged(one.interval()).manifest().equals(entry.name())) {
        requireFenced(one.interval());
        one.discard();
      }
    }
  }

  @Override
  public List<StoreEntry> leftovers() throws SinkException, InterruptedException {
    try {
      return new Leftovers(store, bookkeeping, logs, staged, time.now())
          .find(writer -> true, Long.MAX_VALUE);
    } catch (Leftovers.TooManyException e) {
      throw new IllegalStateException("no store holds as many", e);
    }
  }

  @Override
  public List<StoreEntry> bookkeeping() throws SinkException, InterruptedException {
    List<StoreEntry> entries = new ArrayList<>();
    for (ObjectInfo object : PagedListing.all(store, bookkeeping.root(), "")) {
      entries.add(
          new StoreEntry(
              object.key(),
              kind(object.key().substring(bookkeeping.root().length())),
              Optional.empty(),
              Optional.of(age(object.modified())),
              Optional.empty(),
              Map.of("bytes", Long.toString(object.bytes()))));
    }
    entries.addAll(leftovers());
    return entries;
  }

  /**
   * Removes a leftover, after a fresh look at whether it is one, or a piece of bookkeeping of a
   * pipeline that will never run again.
   */
  @Override
  public void remove(StoreEntry entry) throws SinkException, InterruptedException {
    if (entry.name().startsWith(bookkeeping.root())) {
      store.delete(entry.name());
    } else if (entry.what().equals(Leftovers.UPLOAD)) {
      removeUpload(entry);
    } else {
      removeObject(entry.name());
    }
  }

  @Override
  public Optional<ConfirmedView> confirmedView() {
    return Optional.of(new ConfirmedObjects(store, bookkeeping, logs));
  }

  @Override
  public void close() {}

  private void removeUpload(StoreEntry entry) throws SinkException, InterruptedException {
    IntervalId interval = ownInterval(entry.name());
    requireFenced(interval);
    for (Upload upload : store.uploads(entry.name())) {
      if (upload.id().equals(entry.details().get("upload"))) {
        store.abort(upload);
      }
    }
  }

  private void removeObject(String key) throws SinkException, InterruptedException {
    IntervalId interval = ownInterval(key);
    requireFenced(interval);
    Optional<LogEntry.Confirmation> confirmation = log(interval).find(interval);
    if (confirmation.isPresent()
        && confirmation.get().objects().stream().anyMatch(object -> object.key().equals(key))) {
      throw new SinkException("Cannot remove '" + key + "': it is confirmed");
    }
    store.delete(key);
  }

  private IntervalId ownInterval(String key) throws SinkException, InterruptedException {
    Optional<IntervalId> own =
        ObjectName.parse(key)
            .map(ObjectName::interval)
            .filter(interval -> interval.writer().sink().equals(bookkeeping.sink()))
            .filter(interval -> key.startsWith(bookkeeping.prefix()));
    if (own.isEmpty() || new DeeperPrefixes(store, bookkeeping).hold(key)) {
      throw new SinkException(
          "Cannot remove '" + key + "': it does not belong to " + bookkeeping.sink());
    }
    return own.get();
  }

  /** Only then nothing can confirm it any more. */
  private void requireFenced(IntervalId interval) throws SinkException, InterruptedException {
    ConfirmationLog log = log(interval);
    log.refresh();
    if (!interval.generation().isOlderThan(Logs.fenced(log))) {
      throw new SinkException(
          "Cannot discard "
              + interval
              + ": its generation is the newest, and may still confirm it (start the pipeline once,"
              + " which fences it)");
    }
  }

  private boolean isConfirmed(IntervalId interval) throws SinkException, InterruptedException {
    return log(interval).find(interval).isPresent();
  }

  private ConfirmationLog log(IntervalId interval) {
    return logs.of(interval.writer().subtask());
  }

  private static String kind(String name) {
    if (name.contains("/log/")) {
      return "log entry";
    }
    if (name.contains("/summary/")) {
      return "log summary";
    }
    return name.startsWith("probe/") ? "probe" : "staged segment";
  }

  private Duration age(Instant since) {
    Duration age = Duration.between(since, time.now());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
