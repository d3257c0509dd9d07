package dev.landfall.runner;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

record MemoryTakeover(MemoryStore store) implements Takeover {
  @Override
  public Generation newest(WriterScope scope) {
    return store.fenced();
  }

  @Override
  public boolean keepsGenerations() {
    return true;
  }

  @Override
  public List<IntervalId> confirmed(WriterScope scope) {
    Map<Integer, IntervalId> newest =
        store.confirmed().stream()
            .filter(interval -> scope.contains(interval.writer()))
            .collect(
                Collectors.toMap(
                    interval -> interval.writer().subtask(),
                    interval -> interval,
                    (one, other) -> one.isAfter(other) ? one : other));
    return newest.values().stream().sorted(Comparator.comparing(IntervalId::toString)).toList();
  }

  @Override
  public void fence(WriterScope scope, Generation current) {
    store.fence(current);
  }

  @Override
  public List<String> abortDangling(WriterScope scope, Generation current) {
    return store.abortOlder(current);
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
