package dev.landfall.runner;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import dev.landfall.sdk.source.RecordOutput;
import dev.landfall.sdk.source.Source;
import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceReader;
import dev.landfall.sdk.source.SplitPosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Numbers per split; record {@code n} of split {@code s} has the field {@code id} = {@code s-n} and
 * {@code n} = {@code n}.
 */
final class NumberSource implements Source {
  static final int BATCH = 50;

  final Replay replay;
  final Set<String> splits = new TreeSet<>();
  final long perSplit;
  final Hook hook;

  /** So many records may be read; unlimited by default. */
  final Semaphore allowed = new Semaphore(Integer.MAX_VALUE);

  /** Is asked before each record. */
  interface Hook {
    void before(String split, long number) throws SourceException;
  }

  NumberSource(Replay replay, int splits, long perSplit, Hook hook) {
    this.replay = replay;
    this.perSplit = perSplit;
    this.hook = hook;
    for (int i = 0; i < splits; i++) {
      this.splits.add("split" + i);
    }
  }

  static NumberSource of(int splits, long perSplit) {
    return new NumberSource(Replay.REPLAYABLE, splits, perSplit, (split, number) -> {});
  }

  @Override
  public Replay replay() {
    return replay;
  }

  @Override
  public List<Finding> preflight() {
    return List.of();
  }

  @Override
  public Set<String> splits() {
    return splits;
  }

  @Override
  public SourceReader reader() {
    return new Reader();
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  private final class Reader implements SourceReader {
    private final Map<String, Long> next = new LinkedHashMap<>();

    @Override
    public void assign(String split, Optional<SplitPosition> from) throws SourceException {
      if (!splits.contains(split)) {
        throw new SourceException("Cannot resume '" + split + "': it is gone");
      }
      next.put(split, from.map(at -> Long.parseLong(at.fields().get("next"))).orElse(0L));
    }

    @Override
    public Status read(RecordOutput output) throws SourceException, InterruptedException {
      for (Map.Entry<String, Long> split : next.entrySet()) {
        for (int i = 0; i < BATCH && split.getValue() < perSplit; i++) {
          if (!allowed.tryAcquire(20, TimeUnit.MILLISECONDS)) {
            return Status.IDLE;
          }
          hook.before(split.getKey(), split.getValue());
          output.record(record(split.getKey(), split.getValue()));
          split.setValue(split.getValue() + 1);
        }
      }
      return next.values().stream().allMatch(at -> at >= perSplit) ? Status.END : Status.MORE;
    }

    @Override
    public Map<String, SplitPosition> positions() {
      Map<String, SplitPosition> positions = new TreeMap<>();
      next.forEach(
          (split, at) ->
              positions.put(split, new SplitPosition(Map.of("next", Long.toString(at)))));
      return positions;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private static SinkRecord record(String split, long number) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("id", Value.of(split + "-" + number));
    fields.put("n", Value.of(number));
    return SinkRecord.put(Value.ofNull(), Value.of(fields)).at(SourcePosition.of(split, number));
  }
}
