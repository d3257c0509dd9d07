package dev.landfall.conformance.junit;

import dev.landfall.conformance.host.Bench;
import dev.landfall.conformance.host.Gate;
import dev.landfall.conformance.host.Instance;
import dev.landfall.conformance.model.Access;
import dev.landfall.conformance.model.Item;
import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.IdempotentWriter;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.RejectedRecords;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkContext;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.record.SinkRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small backend by key as a newcomer writes it: a drawer with one card a key. In the wrong order,
 * a crash between two steps loses a record for good, or a reader finds a card missing.
 */
final class CardSink implements IdempotentSink {
  /** How a record gets into the drawer. */
  enum Order {
    PUT,
    /** Remembers which records were done, so as not to do them again. */
    PUT_THEN_MARK,
    /** The same in the wrong order. */
    MARK_THEN_PUT,
    /** Takes the old card out first. */
    REMOVE_THEN_PUT
  }

  /** What survives a process. */
  static final class Drawer implements Bench {
    private final Gate gate;
    private final Order order;
    private final Map<String, String> cards = new TreeMap<>();
    private final Set<String> marked = new HashSet<>();
    private List<Item> seen = List.of();

    Drawer(Gate gate, Order order) {
      this.gate = gate;
      this.order = order;
    }

    @Override
    public Sink open(SinkContext context, Instance instance) {
      return new CardSink(this, instance);
    }

    @Override
    public List<Item> read() {
      List<Item> now =
          cards.entrySet().stream().map(card -> new Item(card.getKey(), card.getValue())).toList();
      seen = now.equals(seen) ? seen : now;
      return seen;
    }

    @Override
    public String fingerprint() {
      return cards + " " + marked;
    }

    private void put(SinkRecord record) {
      String key = record.key().toString();
      if (record.isDelete()) {
        cards.remove(key);
      } else {
        cards.put(key, record.value().toString());
      }
    }
  }

  private static final int MAX_BUFFERED = 64;

  private final Drawer drawer;
  private final Instance instance;

  private CardSink(Drawer drawer, Instance instance) {
    this.drawer = drawer;
    this.instance = instance;
  }

  @Override
  public Guarantee guarantee() {
    return new Guarantee(Guarantee.Level.EXACTLY_ONCE, "reads by key", List.of(), Map.of());
  }

  @Override
  public List<Finding> preflight(PipelineTerms terms) {
    return terms.keyed()
        ? List.of()
        : List.of(Finding.error("a card without a key is never found again", "name the key"));
  }

  @Override
  public IdempotentWriter writer(WriterId id, RejectedRecords rejected) {
    return new IdempotentWriter() {
      private final List<SinkRecord> buffer = new ArrayList<>();

      @Override
      public void write(SinkRecord record) {
        if (!record.isDelete() && record.value().toString().startsWith("bad")) {
          rejected.reject(record, "does not fit on a card");
        } else {
          buffer.add(record);
          if (buffer.size() == MAX_BUFFERED) {
            flush();
          }
        }
      }

      @Override
      public void flush() {
        buffer.forEach(this::store);
        buffer.clear();
      }

      private void store(SinkRecord record) {
        String position = record.position().split() + ":" + record.position().offset();
        String card = "card/" + record.key();
        if (drawer.marked.contains(position)) {
          return;
        }
        if (drawer.order == Order.MARK_THEN_PUT) {
          mark(card, position);
        } else if (drawer.order == Order.REMOVE_THEN_PUT) {
          step("Remove", card, position);
          drawer.cards.remove(record.key().toString());
        }
        step("Put", card, position);
        drawer.put(record);
        if (drawer.order == Order.PUT_THEN_MARK) {
          mark(card, position);
        }
      }

      private void mark(String card, String position) {
        step("Mark", card, position);
        drawer.marked.add(position);
      }

      private void step(String verb, String name, String record) {
        drawer.gate.step(instance, Access.PUT, verb, name, List.of(record));
      }

      @Override
      public void close() {
        buffer.clear();
      }
    };
  }

  @Override
  public void close() {}
}
