package dev.landfall.conformance.host;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.RawEntry;
import java.util.ArrayList;
import java.util.List;

/** Collects the events of a run, and looks at the store after each. One thread at a time. */
final class RunLog {
  private final List<Event> events = new ArrayList<>();
  private List<Item> seen = List.of();
  private boolean blocked;
  private List<RawEntry> raw = List.of();

  void add(Event event) {
    events.add(event);
  }

  /**
   * The world stands still: what a reader sees between two events is written down if it changed.
   */
  void observe(Bench bench) {
    List<Item> now = bench.read();
    boolean nowBlocked = bench.blocked();
    // A store that did not change gives the same list again, and comparing it costs nothing.
    if (nowBlocked != blocked || (now != seen && !now.equals(seen))) {
      events.add(new Event.Seen(now, nowBlocked));
    }
    seen = now;
    blocked = nowBlocked;
    List<RawEntry> nowRaw = bench.raw();
    if (nowRaw != raw && !nowRaw.equals(raw)) {
      events.add(new Event.Raw(nowRaw));
    }
    raw = nowRaw;
  }

  List<Event> events() {
    return events;
  }
}
