package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.admin.StoreEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a restart reads and writes in the logs of a scope. One thread at a time. */
final class S3Takeover implements Takeover {
  /** Beyond it, objects are not listed at a start: two requests, whatever the bucket holds. */
  static final long MAX_LISTED = 2 * PagedListing.PAGE;

  private static final Logger LOG = LoggerFactory.getLogger(S3Takeover.class);

  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Logs logs;
  private final StagedIntervals staged;
  private final SinkContext context;

  S3Takeover(
      ObjectStore store,
      Bookkeeping bookkeeping,
      Logs logs,
      StagedIntervals staged,
      SinkContext context) {
    this.store = store;
    this.bookkeeping = bookkeeping;
    this.logs = logs;
    this.staged = staged;
    this.context = context;
  }

  /**
   * A writer without a log of its own may have been fenced all the same, by a narrower run that
   * found no log to fence: then the logs of all others are asked. What was staged is older than any
   * fence where a host fences late (HO-8), and its names are taken.
   */
  @Override
  public Generation newest(WriterScope scope) throws SinkException, InterruptedException {
    boolean first = logs.of(scope.subtask()).state().last() == 0;
    Generation newest = staged.newest(scope);
    for (WriterId writer : logs.writers()) {
      if (first || scope.contains(writer)) {
        newest = newest.max(logs.of(writer.subtask()).state().fenced(scope));
      }
    }
    return newest;
  }

  /** A log that only {@code retire} removes. */
  @Override
  public boolean keepsGenerations() {
    return true;
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) throws SinkException, InterruptedException {
    List<IntervalId> confirmed = new ArrayList<>();
    for (WriterId writer : logs.writers()) {
      if (scope.contains(writer)) {
        Optional<IntervalId> newest = logs.of(writer.subtask()).state().confirmed();
        newest.ifPresent(confirmed::add);
      }
    }
    return confirmed;
  }

  @Override
  public void fence(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    new Fence(logs, context.instance()).take(scope, current);
  }

  /**
   * Removes uploads and unconfirmed objects of older generations. Finding objects needs a listing
   * of all data, so under a prefix that holds many they are left to {@code leftovers}; the log in
   * the store announces its objects, and needs no listing.
   */
  @Override
  public List<String> abortDangling(WriterScope scope, Generation current)
      throws SinkException, InterruptedException {
    List<String> aborted = new ArrayList<>();
    DeeperPrefixes deeper = new DeeperPrefixes(store, bookkeeping);
    for (Upload upload : store.uploads(bookkeeping.prefix())) {
      if (isDangling(upload.key(), scope, current) && !deeper.hold(upload.key())) {
        store.abort(upload);
        aborted.add("upload of '" + upload.key() + "'");
      }
    }
    for (StoreEntry object : leftovers(scope)) {
      if (isDangling(object.name(), scope, current)) {
        store.delete(object.name());
        aborted.add("object '" + object.name() + "'");
      }
    }
    return aborted;
  }

  private List<StoreEntry> leftovers(WriterScope scope) throws SinkException, InterruptedException {
    try {
      return new Leftovers(store, bookkeeping, logs, staged, context.time().now())
          .find(scope::contains, MAX_LISTED);
    } catch (Leftovers.TooManyException e) {
      LOG.info(
          "Not looking for unconfirmed objects of {}: {} are under '{}' ('leftovers' lists them)",
          scope,
          e.getMessage(),
          bookkeeping.prefix());
      return List.of();
    }
  }

  private static boolean isDangling(String key, WriterScope scope, Generation current) {
    return ObjectName.parse(key)
        .map(ObjectName::interval)
        .filter(interval -> scope.contains(interval.writer()))
        .filter(interval -> interval.generation().isOlderThan(current))
        .isPresent();
  }

  @Override
  public void close() {}
}
