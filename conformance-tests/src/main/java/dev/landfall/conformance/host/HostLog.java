package dev.landfall.conformance.host;

import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import dev.landfall.sdk.log.TornSegmentException;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The write-ahead log that the host keeps for a sink that brings none. Sealed segments outlive
 * every process of the run; what is not sealed dies with its writer. One thread at a time.
 */
final class HostLog implements SegmentStore {
  private final Map<IntervalId, List<SinkRecord>> sealed = new LinkedHashMap<>();

  @Override
  public SegmentWriter open(IntervalId interval) throws IOException {
    if (sealed.containsKey(interval)) {
      throw new IOException(
          "Cannot open segment "
              + interval
              + ": it is sealed already, expected a generation that nobody has had (fence keeps the"
              + " generation, newest tells it)");
    }
    return new Writer(interval);
  }

  private final class Writer implements SegmentWriter {
    private final IntervalId interval;
    private final List<SinkRecord> records = new ArrayList<>();

    Writer(IntervalId interval) {
      this.interval = interval;
    }

    @Override
    public void append(SinkRecord record) {
      records.add(record);
    }

    @Override
    public Optional<Committable> seal() {
      if (records.isEmpty()) {
        return Optional.empty();
      }
      sealed.put(interval, List.copyOf(records));
      return Optional.of(
          Committable.of(interval, 1, new byte[0], records.size(), "segment " + interval));
    }

    @Override
    public void close() {
      // What was not sealed is nowhere else.
    }
  }

  @Override
  public Segment sealed(Committable committable) throws TornSegmentException {
    List<SinkRecord> records = sealed.get(committable.interval());
    if (records == null) {
      throw new TornSegmentException("Cannot find log segment " + committable.interval());
    }
    return new Segment() {
      @Override
      public Committable committable() {
        return committable;
      }

      @Override
      public SegmentReader open() {
        return new Reader(records.iterator());
      }
    };
  }

  private record Reader(Iterator<SinkRecord> rest) implements SegmentReader {
    @Override
    public Optional<SinkRecord> next() {
      return rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  @Override
  public void forget(Committable committable) {
    sealed.remove(committable.interval());
  }

  @Override
  public List<String> clear(WriterScope scope, Generation current, Set<IntervalId> retained) {
    List<String> cleared = new ArrayList<>();
    for (IntervalId interval : List.copyOf(sealed.keySet())) {
      if (scope.contains(interval.writer())
          && interval.generation().isOlderThan(current)
          && !retained.contains(interval)) {
        sealed.remove(interval);
        cleared.add("segment " + interval);
      }
    }
    return cleared;
  }

  @Override
  public void close() {
    // Outlives whoever used it.
  }
}
