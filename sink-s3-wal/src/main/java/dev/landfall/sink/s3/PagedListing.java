package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import java.util.ArrayList;
import java.util.List;

/** Reads a listing to its end. Stateless, thread-safe. */
final class PagedListing {
  static final int PAGE = 1_000;

  private PagedListing() {}

  /** Takes one object at a time, in order. */
  interface Visitor {
    void visit(ObjectInfo object) throws SinkException, InterruptedException;
  }

  /** Everything under {@code prefix} that sorts after {@code after}. */
  static List<ObjectInfo> all(ObjectStore store, String prefix, String after)
      throws SinkException, InterruptedException {
    List<ObjectInfo> all = new ArrayList<>();
    each(store, prefix, after, all::add);
    return all;
  }

  /** The same, holding one page at a time. Ends because each page begins after the one before. */
  static void each(ObjectStore store, String prefix, String after, Visitor visitor)
      throws SinkException, InterruptedException {
    String last = after;
    List<ObjectInfo> page;
    do {
      page = store.list(prefix, last, PAGE);
      for (ObjectInfo object : page) {
        visitor.visit(object);
        last = object.key();
      }
    } while (page.size() == PAGE);
  }
}
