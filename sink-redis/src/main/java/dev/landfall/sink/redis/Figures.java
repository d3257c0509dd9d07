package dev.landfall.sink.redis;

import dev.landfall.sdk.Metrics;

/** What an operator watches. Thread-safe. */
final class Figures {
  private final Metrics.Counter older;
  private final Metrics.Counter repeated;
  private final Metrics.Counter connections;

  Figures(Metrics metrics) {
    this.older =
        metrics.counter(
            "redis.writes.older",
            "Writes that a version as new or newer kept out, replays included");
    this.repeated =
        metrics.counter("redis.writes.repeated", "Changes sent again after an error or lost reply");
    this.connections = metrics.counter("redis.connections", "Connections opened");
  }

  void olderDropped(long count) {
    older.add(count);
  }

  void repeated(long count) {
    repeated.add(count);
  }

  void connected() {
    connections.add(1);
  }
}
