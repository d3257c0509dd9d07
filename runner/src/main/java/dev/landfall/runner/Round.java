package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.source.SplitPosition;
import java.util.HashMap;
import java.util.Map;

/** One checkpoint under way. Owned by the coordinator. */
final class Round {
  private final CheckpointId id;
  private final long startedNanos;
  private final Map<Integer, Map<String, SplitPosition>> positions = new HashMap<>();

  Round(CheckpointId id, long startedNanos) {
    this.id = id;
    this.startedNanos = startedNanos;
  }

  CheckpointId id() {
    return id;
  }

  long startedNanos() {
    return startedNanos;
  }

  void reached(int reader, Map<String, SplitPosition> at) {
    positions.put(reader, at);
  }

  boolean hasAll(int readers) {
    return positions.size() == readers;
  }

  /** Where every split goes on after the barrier. */
  Map<String, SplitPosition> positions() {
    Map<String, SplitPosition> all = new HashMap<>();
    positions.values().forEach(all::putAll);
    return all;
  }
}
