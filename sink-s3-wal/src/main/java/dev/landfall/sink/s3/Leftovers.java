package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.StoreEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds what of ours can never count (W-5). One thread at a time.
 *
 * <p>An object or upload is a leftover if its generation is older than the newest fence of its
 * writer's log, and no confirmation names it: nothing can confirm it any more. Whatever belongs to
 * the newest generation may be on its way, and is never one; neither is what a sealed segment in
 * the store names, which is pending. Fences are read before objects are listed, and confirmations
 * after it, so that nothing that is confirmed meanwhile is taken for a leftover. What is below a
 * deeper prefix of a sink of the same name is never one.
 */
final class Leftovers {
  static final String OBJECT = "unconfirmed object";
  static final String UPLOAD = "unfinished upload";

  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Logs logs;
  private final StagedIntervals staged;
  private final Instant now;

  Leftovers(
      ObjectStore store, Bookkeeping bookkeeping, Logs logs, StagedIntervals staged, Instant now) {
    this.store = store;
    this.bookkeeping = bookkeeping;
    this.logs = logs;
    this.staged = staged;
    this.now = now;
  }

  /** More objects are under the prefix than the caller wanted to look at. */
  static final class TooManyException extends Exception {
    TooManyException(long limit) {
      super("more than " + limit + " objects");
    }
  }

  /**
   * All leftovers of some writers.
   *
   * @param limit of objects listed, whoever they belong to
   */
  List<StoreEntry> find(Predicate<WriterId> writers, long limit)
      throws TooManyException, SinkException, InterruptedException {
    Map<WriterId, Generation> fences = fences(writers);
    List<StoreEntry> candidates = new ArrayList<>();
    Set<WriterId> concerned = new HashSet<>();
    for (Upload upload : store.uploads(bookkeeping.prefix())) {
      fenced(upload.key(), fences).ifPresent(interval -> candidates.add(entry(upload, interval)));
    }
    for (ObjectInfo object : objects(limit)) {
      fenced(object.key(), fences)
          .ifPresent(
              interval -> {
                candidates.add(entry(object, interval));
                concerned.add(interval.writer());
              });
    }
    Set<String> wanted = named(concerned);
    candidates.removeIf(entry -> entry.what().equals(OBJECT) && wanted.contains(entry.name()));
    return ours(candidates);
  }

  private List<StoreEntry> ours(List<StoreEntry> candidates)
      throws SinkException, InterruptedException {
    DeeperPrefixes deeper = new DeeperPrefixes(store, bookkeeping);
    List<StoreEntry> ours = new ArrayList<>(candidates.size());
    for (StoreEntry candidate : candidates) {
      if (!deeper.hold(candidate.name())) {
        ours.add(candidate);
      }
    }
    return ours;
  }

  private List<ObjectInfo> objects(long limit)
      throws TooManyException, SinkException, InterruptedException {
    List<ObjectInfo> ours = new ArrayList<>();
    String after = "";
    long listed = 0;
    List<ObjectInfo> page;
    do {
      page = store.list(bookkeeping.prefix(), after, PagedListing.PAGE);
      for (ObjectInfo object : page) {
        after = object.key();
        if (isOurs(object.key())) {
          ours.add(object);
        }
      }
      listed += page.size();
      if (listed > limit) {
        throw new TooManyException(limit);
      }
    } while (page.size() == PagedListing.PAGE);
    return ours;
  }

  private boolean isOurs(String key) {
    SinkId sink = bookkeeping.sink();
    return ObjectName.parse(key)
        .map(name -> name.interval().writer().sink().equals(sink))
        .orElse(false);
  }

  /** The interval of a key, if a fence keeps it from ever being confirmed. */
  private static Optional<IntervalId> fenced(String key, Map<WriterId, Generation> fences) {
    return ObjectName.parse(key)
        .map(ObjectName::interval)
        .filter(
            interval ->
                interval
                    .generation()
                    .isOlderThan(fences.getOrDefault(interval.writer(), Generation.NONE)));
  }

  private Map<WriterId, Generation> fences(Predicate<WriterId> writers)
      throws SinkException, InterruptedException {
    Map<WriterId, Generation> fences = new TreeMap<>();
    for (WriterId writer : logs.writers()) {
      if (writers.test(writer)) {
        ConfirmationLog log = logs.of(writer.subtask());
        log.refresh();
        fences.put(writer, Logs.fenced(log));
      }
    }
    return fences;
  }

  /** What confirmations and sealed segments name. */
  private Set<String> named(Set<WriterId> writers) throws SinkException, InterruptedException {
    Set<String> named = new HashSet<>();
    for (WriterId writer : writers) {
      new LogReader(store, bookkeeping.log(writer.subtask()))
          .each(
              entry -> {
                if (entry instanceof LogEntry.Confirmation confirmation) {
                  confirmation.objects().forEach(object -> named.add(object.key()));
                }
              });
    }
    for (StagedInterval interval : staged.all()) {
      if (interval.isSealed()) {
        named.addAll(interval.announced());
      }
    }
    return named;
  }

  private StoreEntry entry(ObjectInfo object, IntervalId interval) {
    return new StoreEntry(
        object.key(),
        OBJECT,
        Optional.of(interval),
        Optional.of(age(object.modified())),
        Optional.empty(),
        Map.of("bytes", Long.toString(object.bytes())));
  }

  private StoreEntry entry(Upload upload, IntervalId interval) {
    return new StoreEntry(
        upload.key(),
        UPLOAD,
        Optional.of(interval),
        Optional.of(age(upload.started())),
        Optional.empty(),
        Map.of("upload", upload.id()));
  }

  private Duration age(Instant since) {
    Duration age = Duration.between(since, now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
