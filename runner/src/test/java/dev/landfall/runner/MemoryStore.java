package dev.landfall.runner;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A store in memory that outlives the runs of a test. Thread-safe. */
final class MemoryStore {
  private final List<String> visible = new ArrayList<>();
  private final Map<String, String> byKey = new LinkedHashMap<>();
  private final Map<IntervalId, List<String>> prepared = new LinkedHashMap<>();
  private final Map<IntervalId, Integer> confirmations = new HashMap<>();
  private Generation fence = Generation.NONE;
  private int commits;

  static String text(SinkRecord record) {
    return record.key() + "=" + record.value();
  }

  synchronized void put(SinkRecord record) {
    byKey.put(record.key().toString(), record.value().toString());
    visible.add(text(record));
  }

  synchronized void prepare(IntervalId interval, List<String> records) {
    prepared.put(interval, List.copyOf(records));
  }

  /** Whether this call made it visible; false if it was before. */
  synchronized boolean commit(IntervalId interval, List<String> records) {
    commits++;
    prepared.remove(interval);
    if (confirmations.putIfAbsent(interval, records.size()) != null) {
      return false;
    }
    visible.addAll(records);
    return true;
  }

  synchronized boolean isConfirmed(IntervalId interval) {
    return confirmations.containsKey(interval);
  }

  synchronized List<String> prepared(IntervalId interval) {
    return prepared.getOrDefault(interval, List.of());
  }

  synchronized boolean isPrepared(IntervalId interval) {
    return prepared.containsKey(interval);
  }

  synchronized List<IntervalId> confirmed() {
    return List.copyOf(confirmations.keySet());
  }

  synchronized void fence(Generation current) {
    fence = fence.max(current);
  }

  synchronized Generation fenced() {
    return fence;
  }

  /** Forgets what older generations prepared. */
  synchronized List<String> abortOlder(Generation current) {
    List<IntervalId> older =
        prepared.keySet().stream()
            .filter(interval -> interval.generation().isOlderThan(current))
            .toList();
    older.forEach(prepared::remove);
    return older.stream().map(IntervalId::toString).toList();
  }

  synchronized List<String> visible() {
    return List.copyOf(visible);
  }

  synchronized Map<String, String> byKey() {
    return Map.copyOf(byKey);
  }

  synchronized int preparedCount() {
    return prepared.size();
  }

  synchronized int commits() {
    return commits;
  }
}
