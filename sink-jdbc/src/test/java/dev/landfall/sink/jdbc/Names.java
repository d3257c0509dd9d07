package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkId;
import java.util.concurrent.atomic.AtomicLong;

/** Names that no earlier test, in this JVM or another, has used in a shared server. */
final class Names {
  private static final AtomicLong COUNTER = new AtomicLong(System.currentTimeMillis());

  private Names() {}

  static String table() {
    return "t" + Long.toString(COUNTER.incrementAndGet(), 36);
  }

  static SinkId sink() {
    return new SinkId("p" + Long.toString(COUNTER.incrementAndGet(), 36), "rows");
  }

  static String instance() {
    return "i" + Long.toString(COUNTER.incrementAndGet(), 36);
  }
}
