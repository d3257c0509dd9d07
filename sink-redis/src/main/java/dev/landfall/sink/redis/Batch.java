package dev.landfall.sink.redis;

import dev.landfall.sdk.RejectedRecords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes that wait to be sent, each key once: the last one wins, or the newest (I-3, I-5). One
 * thread at a time.
 */
final class Batch {
  private final RedisMode mode;
  private final RejectedRecords rejected;
  private final Figures figures;
  private Map<RedisKey, Change> changes = new LinkedHashMap<>();
  private long bytes;

  Batch(RedisMode mode, RejectedRecords rejected, Figures figures) {
    this.mode = mode;
    this.rejected = rejected;
    this.figures = figures;
  }

  int size() {
    return changes.size();
  }

  long bytes() {
    return bytes;
  }

  void add(Change change) {
    Change earlier = changes.get(change.key());
    if (earlier == null) {
      put(change);
    } else if (mode == RedisMode.SET) {
      replace(earlier, earlier.then(change));
    } else if (!change.version().isComparableTo(earlier.version())) {
      change.records().forEach(one -> rejected.reject(one, GuardedCommands.OTHER_SPLIT));
    } else if (change.version().isNewerThan(earlier.version())) {
      replace(earlier, earlier.then(change));
    } else {
      figures.olderDropped(1);
    }
  }

  private void put(Change change) {
    changes.put(change.key(), change);
    bytes += change.bytes();
  }

  private void replace(Change earlier, Change both) {
    bytes -= earlier.bytes();
    put(both);
  }

  /** Everything, and begins anew. */
  List<Change> drain() {
    List<Change> all = new ArrayList<>(changes.values());
    changes = new LinkedHashMap<>();
    bytes = 0;
    return all;
  }
}
