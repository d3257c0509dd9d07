package dev.landfall.conformance.junit;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Item;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriteAheadSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.record.SinkRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A small backend as a newcomer writes it, on a log that the host keeps: one object an interval,
 * and readers who follow what is confirmed. In the wrong order, they follow it to nothing.
 */
final class BinSink implements WriteAheadSink {
  /** The two steps of a publication. */
  enum Order {
    CONFIRM_THEN_PUT,
    PUT_THEN_CONFIRM
  }

  /** What survives a process. */
  static final class Bin implements Bench {
    private final Gate gate;
    private final Order order;
    private final Map<IntervalId, List<Item>> objects = new HashMap<>();
    private final Set<IntervalId> confirmed = new LinkedHashSet<>();
    private List<Item> seen = List.of();
    private long newest;

    Bin(Gate gate, Order order) {
      this.gate = gate;
      this.order = order;
    }

    @Override
    public Sink open(SinkContext context, Instance instance) {
      return new BinSink(this, instance);
    }

    @Override
    public List<Item> read() {
      List<Item> now =
          confirmed.stream().flatMap(one -> objects.getOrDefault(one, List.of()).stream()).toList();
      seen = now.equals(seen) ? seen : now;
      return seen;
    }

    @Override
    public String fingerprint() {
      return objects + " " + confirmed + " " + newest;
    }
  }

  private final Bin bin;
  private final Instance instance;

  private BinSink(Bin bin, Instance instance) {
    this.bin = bin;
    this.instance = instance;
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "confirmed objects", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public Optional<String> check(SinkRecord record) {
    if (record.isDelete()) {
      return Optional.of("nothing is ever taken out of the bin");
    }
    return record.value().toString().startsWith("bad")
        ? Optional.of("does not fit the bin")
        : Optional.empty();
  }

  @Override
  public SegmentPublisher publisher(RejectedRecords rejected) {
    return new SegmentPublisher() {
      @Override
      public CommitOutcome publish(Segment segment) throws IOException {
        IntervalId interval = segment.committable().interval();
        if (bin.confirmed.contains(interval)) {
          return CommitOutcome.alreadyCommitted("it is confirmed");
        }
        List<Item> items = read(segment);
        if (bin.order == Order.PUT_THEN_CONFIRM) {
          put(interval, items);
        }
        bin.gate.step(instance, Access.CONFIRM, "Confirm", interval.toString(), List.of());
        bin.confirmed.add(interval);
        if (bin.order == Order.CONFIRM_THEN_PUT) {
          put(interval, items);
        }
        return CommitOutcome.committed();
      }

      private void put(IntervalId interval, List<Item> items) {
        bin.gate.step(instance, Access.PUT, "Put", "object/" + interval, List.of());
        bin.objects.put(interval, items);
      }

      @Override
      public void close() {}
    };
  }

  private static List<Item> read(Segment segment) throws IOException {
    List<Item> items = new ArrayList<>();
    try (SegmentReader reader = segment.open()) {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        SinkRecord record = next.get();
        items.add(new Item(record.key().toString(), record.value().toString()));
      }
    }
    return items;
  }

  @Override
  public Takeover takeover() {
    return new Takeover() {
      @Override
      public Generation newest(WriterScope scope) {
        return new Generation(bin.newest);
      }

      @Override
      public List<IntervalId> confirmed(WriterScope scope) {
        Map<WriterId, IntervalId> newest = new HashMap<>();
        bin.confirmed.stream()
            .filter(one -> scope.contains(one.writer()))
            .forEach(one -> newest.merge(one.writer(), one, (a, b) -> a.isAfter(b) ? a : b));
        return List.copyOf(newest.values());
      }

      @Override
      public void fence(WriterScope scope, Generation current) {
        // One process at a time: whoever is killed has nothing on its way.
        bin.newest = current.value();
      }

      @Override
      public List<String> abortDangling(WriterScope scope, Generation current) {
        bin.objects
            .keySet()
            .removeIf(
                one ->
                    scope.contains(one.writer())
                        && one.generation().isOlderThan(current)
                        && !bin.confirmed.contains(one));
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
