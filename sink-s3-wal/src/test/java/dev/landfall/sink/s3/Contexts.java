package dev.landfall.sink.s3;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import java.util.concurrent.ThreadFactory;

/** What a host would lend. */
final class Contexts {
  static final SinkId ORDERS = new SinkId("orders", "events");

  private Contexts() {}

  static SinkContext of(SinkId id, String instance) {
    return new SinkContext(id, instance, HostTime.system(), daemons(), 7, Metrics.none());
  }

  static ThreadFactory daemons() {
    return work -> {
      Thread thread = new Thread(work, "test-sink");
      thread.setDaemon(true);
      return thread;
    };
  }
}
