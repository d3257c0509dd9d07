package dev.landfall.conformance.wire;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.LaneEvent.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A history as marks of a lane diagram, in order: their time is their place in the history. One
 * thread at a time.
 */
final class Lanes {
  private final Map<Long, Event.Sent> sent = new HashMap<>();
  private final List<LaneEvent> marks = new ArrayList<>();
  private int victim = 1;
  private int newest;

  private Lanes() {}

  static List<LaneEvent> of(History history) {
    Lanes lanes = new Lanes();
    boolean fired = false;
    for (Event event : history.events()) {
      if (event instanceof Event.Started started) {
        lanes.newest = started.process();
      } else if (event instanceof Event.Injected && !fired) {
        lanes.victim = lanes.newest;
        fired = true;
      }
    }
    history.events().forEach(lanes::add);
    return lanes.marks;
  }

  private void add(Event event) {
    if (event instanceof Event.Sent one) {
      sent.put(one.op(), one);
      mark(Lane.PROXY, one.process(), one.where() + records(one.records()));
    } else if (event instanceof Event.Applied one) {
      mark(Lane.STORE, process(one.op()), "applied " + where(one.op()));
    } else if (event instanceof Event.Answered one && !one.error().isEmpty()) {
      mark(Lane.STORE, process(one.op()), where(one.op()) + ": " + one.error());
    } else if (event instanceof Event.Seen one) {
      mark(Lane.OBSERVER, 0, one.items().size() + " visible" + (one.blocked() ? ", waits" : ""));
    } else if (event instanceof Event.Injected one) {
      marks.add(new LaneEvent(marks.size(), Lane.PROXY, victim, one.injection().toString(), true));
    } else if (event instanceof Event.Called one) {
      mark(sink(one.process()), one.process(), one.call() + " " + one.target());
    } else if (event instanceof Event.Returned one && !one.result().isEmpty()) {
      mark(sink(one.process()), one.process(), one.call() + " → " + one.result());
    } else if (event instanceof Event.Threw one) {
      mark(sink(one.process()), one.process(), one.call() + " threw " + one.message());
    } else {
      host(event);
    }
  }

  private void host(Event event) {
    if (event instanceof Event.Started one) {
      mark(Lane.HOST, one.process(), "start " + one.process() + " from " + one.restored());
    } else if (event instanceof Event.Recovered one) {
      mark(Lane.HOST, one.process(), "start " + one.process() + " has recovered");
    } else if (event instanceof Event.Durable one) {
      mark(Lane.HOST, one.process(), "checkpoint " + one.checkpoint() + " is durable");
    } else if (event instanceof Event.Failed one) {
      mark(Lane.HOST, one.process(), "checkpoint " + one.checkpoint() + " has failed");
    } else if (event instanceof Event.Notified one) {
      mark(Lane.HOST, one.process(), "commit up to " + one.checkpoint());
    } else if (event instanceof Event.Gone one) {
      mark(Lane.HOST, one.process(), "start " + one.process() + " " + one.how() + " " + one.why());
    }
  }

  private void mark(Lane lane, int process, String text) {
    marks.add(new LaneEvent(marks.size(), lane, process, text, false));
  }

  private Lane sink(int process) {
    return process <= victim ? Lane.OLD_SINK : Lane.NEW_SINK;
  }

  private int process(long op) {
    Event.Sent one = sent.get(op);
    return one == null ? 0 : one.process();
  }

  private String where(long op) {
    Event.Sent one = sent.get(op);
    return one == null ? "request " + op : one.where().toString();
  }

  private static String records(List<String> records) {
    return records.isEmpty() ? "" : " " + records;
  }
}
