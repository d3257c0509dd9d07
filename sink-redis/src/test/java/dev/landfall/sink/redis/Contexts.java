package dev.landfall.sink.redis;

import dev.landfall.sdk.HostTime;
import dev.landfall.sdk.Metrics;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.SinkId;
import java.util.concurrent.ThreadFactory;

/** What a host would lend. */
final class Contexts {
  private Contexts() {}

  static SinkContext of(SinkId sink) {
    return of(sink, Metrics.none());
  }

  static SinkContext of(SinkId sink, Metrics metrics) {
    return new SinkContext(sink, "test", HostTime.system(), daemons(sink), 7, metrics);
  }

  private static ThreadFactory daemons(SinkId sink) {
    return work -> {
      Thread thread = new Thread(work, "test-" + sink);
      thread.setDaemon(true);
      return thread;
    };
  }
}
