package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells the objects of a sink of the same name under a deeper prefix, such as {@code events/eu}
 * below {@code events}. A listing of ours meets its objects, and their names are as ours would be;
 * but what is confirmed of them stands in a log of its own (SI-5). One thread at a time.
 */
final class DeeperPrefixes {
  private final ObjectStore store;
  private final Bookkeeping bookkeeping;
  private final Map<String, Boolean> known = new HashMap<>();

  DeeperPrefixes(ObjectStore store, Bookkeeping bookkeeping) {
    this.store = store;
    this.bookkeeping = bookkeeping;
  }

  /** Whether one of the folders between our prefix and the object holds such a log. */
  boolean hold(String key) throws SinkException, InterruptedException {
    int slash = key.indexOf('/', bookkeeping.prefix().length());
    while (slash >= 0) {
      if (holdsLog(key.substring(0, slash + 1))) {
        return true;
      }
      slash = key.indexOf('/', slash + 1);
    }
    return false;
  }

  private boolean holdsLog(String folder) throws SinkException, InterruptedException {
    Boolean before = known.get(folder);
    if (before != null) {
      return before;
    }
    String root = new Bookkeeping(folder, bookkeeping.sink()).root();
    boolean holds = !store.list(root, "", 1).isEmpty();
    known.put(folder, holds);
    return holds;
  }
}
