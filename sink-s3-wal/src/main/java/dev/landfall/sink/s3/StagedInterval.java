package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the log in the store keeps about one interval. One thread at a time. */
final class StagedInterval {
  private final IntervalId interval;
  private final StagedKeys keys;
  private final ObjectStore store;

  StagedInterval(IntervalId interval, Bookkeeping bookkeeping, ObjectStore store) {
    this.interval = interval;
    this.keys = bookkeeping.staged(interval);
    this.store = store;
  }

  IntervalId interval() {
    return interval;
  }

  /** Deletes manifest and announcements; the data stays. */
  void forget() throws SinkException, InterruptedException {
    store.delete(keys.manifest());
    for (ObjectInfo object : PagedListing.all(store, keys.folder(), "")) {
      store.delete(object.key());
    }
  }

  /**
   * Deletes everything, the data first.
   *
   * @return how many objects of data there may have been
   */
  int discard() throws SinkException, InterruptedException {
    List<String> announced = announced();
    for (String key : announced) {
      store.delete(key);
    }
    forget();
    return announced.size();
  }

  /** The keys that may have been written. */
  List<String> announced() throws SinkException, InterruptedException {
    List<String> announced = new ArrayList<>();
    for (ObjectInfo object : PagedListing.all(store, keys.folder(), "")) {
      Optional<StoredObject> lines =
          object.key().equals(keys.manifest()) ? Optional.empty() : store.read(object.key());
      if (lines.isPresent()) {
        for (JsonNode line : FramedLines.decode(object.key(), lines.get().bytes())) {
          announced.add(own(line.path("key").asText()));
        }
      }
    }
    return announced;
  }

  boolean isSealed() throws SinkException, InterruptedException {
    return store.head(keys.manifest()).isPresent();
  }

  /** Nothing is ever deleted that does not carry the interval in its name (SI-5). */
  private String own(String key) throws SinkException {
    if (ObjectName.parse(key).map(name -> name.interval().equals(interval)).orElse(false)) {
      return key;
    }
    throw FramedLines.damaged(keys.folder(), "it announces '" + key + "' for " + interval);
  }
}
