package dev.landfall.conformance.junit;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Item;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.Committer;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.TransactionWriter;
import dev.landfall.sdk.TwoPhaseCommitSink;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small backend as a newcomer writes it: a shelf where an interval is prepared, and from where a
 * commit takes it in two steps. In the wrong order, a crash between the two loses the interval.
 */
final class ShelfSink implements TwoPhaseCommitSink {
  /** The two steps of a commit. */
  enum Order {
    NOTE_THEN_SHOW,
    SHOW_AND_NOTE_AT_ONCE
  }

  /** What survives a process. */
  static final class Shelf implements Bench {
    private final Gate gate;
    private final Order order;
    private final Map<IntervalId, List<Item>> prepared = new TreeMap<>(ShelfSink::compare);
    private final Set<IntervalId> noted = new LinkedHashSet<>();
    private List<Item> shown = List.of();
    private long newest;

    Shelf(Gate gate, Order order) {
      this.gate = gate;
      this.order = order;
    }

    @Override
    public Sink open(SinkContext context, Instance instance) {
      return new ShelfSink(this, instance);
    }

    @Override
    public List<Item> read() {
      return shown;
    }

    @Override
    public String fingerprint() {
      return prepared + " " + noted + " " + shown + " " + newest;
    }

    private void show(IntervalId interval) {
      List<Item> all = new ArrayList<>(shown);
      all.addAll(prepared.getOrDefault(interval, List.of()));
      shown = List.copyOf(all);
    }
  }

  private final Shelf shelf;
  private final Instance instance;

  private ShelfSink(Shelf shelf, Instance instance) {
    this.shelf = shelf;
    this.instance = instance;
  }

  private static int compare(IntervalId a, IntervalId b) {
    return a.toString().compareTo(b.toString());
  }

  private void step(Access access, String verb, IntervalId interval) {
    shelf.gate.step(instance, access, verb, interval.toString(), List.of());
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "reads the shelf", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return List.of();
  }

  @Override
  public TransactionWriter writer(WriterId id, Generation generation, RejectedRecords rejected) {
    return new TransactionWriter() {
      private final List<Item> items = new ArrayList<>();
      private IntervalId interval = new IntervalId(id, generation, 1);

      @Override
      public void begin(IntervalId begun) {
        interval = begun;
        items.clear();
      }

      @Override
      public void write(SinkRecord record) {
        String text = record.value().toString();
        if (text.startsWith("bad")) {
          rejected.reject(record, "does not fit the shelf");
        } else if (record.isDelete()) {
          rejected.reject(record, "nothing is ever taken off the shelf");
        } else {
          items.add(new Item(record.key().toString(), text));
        }
      }

      @Override
      public Optional<Committable> prepare() {
        if (items.isEmpty()) {
          return Optional.empty();
        }
        step(Access.PREPARE, "Prepare", interval);
        shelf.prepared.put(interval, List.copyOf(items));
        return Optional.of(
            Committable.of(interval, 1, new byte[0], items.size(), "shelf " + interval));
      }

      @Override
      public void abort() {
        items.clear();
      }

      @Override
      public void close() {
        items.clear();
      }
    };
  }

  @Override
  public Committer committer() {
    return new Committer() {
      @Override
      public CommitOutcome commit(Committable committable) {
        IntervalId interval = committable.interval();
        if (shelf.noted.contains(interval)) {
          return CommitOutcome.alreadyCommitted("it is noted");
        }
        step(Access.COMMIT, "Note", interval);
        if (shelf.order == Order.SHOW_AND_NOTE_AT_ONCE) {
          shelf.show(interval);
        }
        shelf.noted.add(interval);
        if (shelf.order == Order.NOTE_THEN_SHOW) {
          step(Access.COMMIT, "Show", interval);
          shelf.show(interval);
        }
        return CommitOutcome.committed();
      }

      @Override
      public void abort(Committable committable) {
        shelf.prepared.remove(committable.interval());
      }

      @Override
      public Liveness liveness(Committable committable) {
        return Liveness.alive();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Takeover takeover() {
    return new Takeover() {
      @Override
      public Generation newest(WriterScope scope) {
        return new Generation(shelf.newest);
      }

      @Override
      public List<IntervalId> confirmed(WriterScope scope) {
        Map<WriterId, IntervalId> newest = new TreeMap<>();
        shelf.noted.stream()
            .filter(one -> scope.contains(one.writer()))
            .forEach(one -> newest.merge(one.writer(), one, (a, b) -> a.isAfter(b) ? a : b));
        return List.copyOf(newest.values());
      }

      @Override
      public void fence(WriterScope scope, Generation current) {
        shelf.newest = current.value();
      }

      @Override
      public List<String> abortDangling(WriterScope scope, Generation current) {
        shelf
            .prepared
            .keySet()
            .removeIf(
                one ->
                    scope.contains(one.writer())
                        && one.generation().isOlderThan(current)
                        && !shelf.noted.contains(one));
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
