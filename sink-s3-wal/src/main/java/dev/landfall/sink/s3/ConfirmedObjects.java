package dev.landfall.sink.s3;

import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.admin.ConfirmedView;
import dev.landfall.sdk.admin.StoreEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads each writer's log as {@link Summaries} says: a few dozen requests after 10,000 checkpoints,
 * whatever the number of objects. One thread at a time.
 */
final class ConfirmedObjects implements ConfirmedView {
  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Logs logs;

  ConfirmedObjects(ObjectStore store, Bookkeeping bookkeeping, Logs logs) {
    this.store = store;
    this.bookkeeping = bookkeeping;
    this.logs = logs;
  }

  @Override
  public Listing list() throws SinkException, InterruptedException {
    CountedStore counted = new CountedStore(store);
    List<StoreEntry> confirmed = new ArrayList<>();
    for (WriterId writer : logs.by(counted).writers()) {
      new LogReader(counted, bookkeeping.log(writer.subtask()))
          .each(
              entry -> {
                if (entry instanceof LogEntry.Confirmation confirmation) {
                  confirmation
                      .objects()
                      .forEach(object -> confirmed.add(entry(confirmation.interval(), object)));
                }
              });
    }
    return new Listing(confirmed, counted.requests());
  }

  private StoreEntry entry(IntervalId interval, DataObject object) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put(ADDRESS, store.address(object.key()));
    details.put("bytes", Long.toString(object.digest().bytes()));
    details.put(RECORDS, Long.toString(object.records()));
    details.put("crc32c", object.digest().hex());
    details.put("etag", object.etag());
    return new StoreEntry(
        object.key(),
        "confirmed object",
        Optional.of(interval),
        Optional.empty(),
        Optional.empty(),
        details);
  }
}
