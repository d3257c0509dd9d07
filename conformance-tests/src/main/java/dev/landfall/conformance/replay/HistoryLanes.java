package dev.landfall.conformance.replay;

import dev.landfall.conformance.model.Address;
import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Item;
import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.LaneEvent.Lane;
import dev.landfall.conformance.model.RawEntry;
import dev.landfall.conformance.model.WireLine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells the history of a run as the lanes of a report, and as a transcript where the store is
 * simulated: it has no wire and no time, so requests and replies stand for the one, the number of
 * the event for the other. One thread at a time.
 */
public final class HistoryLanes {
  private final Map<Long, Event.Sent> sent = new HashMap<>();
  private final List<LaneEvent> lanes = new ArrayList<>();
  private final List<WireLine> transcript = new ArrayList<>();
  private final int victim;
  private List<Item> visible = List.of();
  private int step;

  private HistoryLanes(int victim) {
    this.victim = victim;
  }

  /** Goes through the history once. */
  public static HistoryLanes of(History history) {
    HistoryLanes told = new HistoryLanes(victim(history));
    for (Event event : history.events()) {
      told.step++;
      told.tell(event);
    }
    return told;
  }

  /** Every event that is one of host, sink, store or observer, in order. */
  public List<LaneEvent> lanes() {
    return lanes;
  }

  List<WireLine> transcript() {
    return transcript;
  }

  /** The process that met the first fault or kill; the first one where there is none. */
  private static int victim(History history) {
    int last = 1;
    for (Event event : history.events()) {
      if (event instanceof Event.Injected || isPlannedKill(event)) {
        return last;
      } else if (event instanceof Event.Called one) {
        last = one.process();
      } else if (event instanceof Event.Sent one) {
        last = one.process();
      } else if (event instanceof Event.Started one) {
        last = one.process();
      }
    }
    return 1;
  }

  private static boolean isPlannedKill(Event event) {
    return event instanceof Event.Gone gone
        && gone.how() == Event.How.KILLED
        && gone.why().equals(Event.Gone.PLANNED);
  }

  private void tell(Event event) {
    if (event instanceof Event.Injected one) {
      Address at = one.injection().at();
      String text = one.injection() + ": " + one.injection().fault().meaning();
      lanes.add(new LaneEvent(step, at.isOperation() ? Lane.PROXY : Lane.HOST, victim, text, true));
      markLastRequest(one.injection().fault() + " here");
    } else if (event instanceof Event.Sent one) {
      sent.put(one.op(), one);
      add(Lane.PROXY, one.process(), "→ " + what(one));
      transcript.add(line(one, WireLine.Direction.REQUEST, what(one)));
    } else if (event instanceof Event.Answered one) {
      request(one.op()).ifPresent(request -> answered(one, request));
    } else if (event instanceof Event.Applied one) {
      request(one.op())
          .ifPresent(request -> add(Lane.STORE, request.process(), "carries out " + what(request)));
    } else if (!host(event) && !sink(event)) {
      observer(event);
    }
  }

  private void markLastRequest(String note) {
    if (!transcript.isEmpty()) {
      WireLine last = transcript.remove(transcript.size() - 1);
      transcript.add(
          new WireLine(
              last.micros(),
              last.process(),
              last.connection(),
              last.direction(),
              last.where(),
              last.text(),
              last.bytes(),
              note));
    }
  }

  private void answered(Event.Answered one, Event.Sent request) {
    String failed = one.failed().isEmpty() ? "" : " but for " + one.failed();
    String text = one.error().isEmpty() ? "OK" + failed : one.error();
    transcript.add(line(request, WireLine.Direction.REPLY, request.verb() + ": " + text));
    if (!text.equals("OK")) {
      add(Lane.PROXY, request.process(), "← " + request.verb() + ": " + text);
    }
  }

  private WireLine line(Event.Sent request, WireLine.Direction direction, String text) {
    String where = direction == WireLine.Direction.REQUEST ? request.where().toString() : "";
    return new WireLine(step, request.process(), 1, direction, where, text, 0, "");
  }

  private Optional<Event.Sent> request(long op) {
    return Optional.ofNullable(sent.get(op));
  }

  private static String what(Event.Sent one) {
    String name = one.name().isEmpty() ? "" : " " + one.name();
    String records = one.records().isEmpty() ? "" : " with " + String.join(", ", one.records());
    return one.where() + name + records;
  }

  private boolean host(Event event) {
    if (event instanceof Event.Started one) {
      String from = one.restored() == 0 ? "nothing" : "checkpoint " + one.restored();
      add(
          Lane.HOST,
          one.process(),
          "process " + one.process() + " starts, writers: " + one.parallelism() + ", from " + from);
    } else if (event instanceof Event.Recovered one) {
      add(Lane.HOST, one.process(), "process " + one.process() + " has recovered");
    } else if (event instanceof Event.Refused one) {
      add(Lane.HOST, one.process(), "the start is refused: " + one.why());
    } else if (event instanceof Event.Overlapped one) {
      add(Lane.HOST, one.process(), "a second thread calls " + one.call() + " of " + one.writer());
    } else if (event instanceof Event.Told one) {
      add(Lane.HOST, one.process(), "a secret turns up in " + one.where());
    } else if (event instanceof Event.Durable one) {
      add(Lane.HOST, one.process(), "checkpoint " + one.checkpoint() + " is durable");
    } else if (event instanceof Event.Failed one) {
      add(Lane.HOST, one.process(), "checkpoint " + one.checkpoint() + " fails");
    } else if (event instanceof Event.Notified one) {
      add(Lane.HOST, one.process(), "commit all up to checkpoint " + one.checkpoint());
    } else if (event instanceof Event.Gone one) {
      String how = one.how().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      String why = one.why().isEmpty() ? "" : ": " + one.why();
      String text = "process " + one.process() + " is no more, " + how + why;
      lanes.add(new LaneEvent(step, Lane.HOST, one.process(), text, isPlannedKill(one)));
    } else {
      return false;
    }
    return true;
  }

  private boolean sink(Event event) {
    if (event instanceof Event.Called one) {
      add(role(one.process()), one.process(), one.call() + " " + one.target());
    } else if (event instanceof Event.Returned one) {
      if (!one.result().isEmpty()) {
        add(role(one.process()), one.process(), one.call() + " returns " + one.result());
      }
    } else if (event instanceof Event.Threw one) {
      add(role(one.process()), one.process(), one.call() + " throws " + one.message());
    } else if (event instanceof Event.Wrote one) {
      add(role(one.process()), one.process(), "write " + one.record() + " in " + one.interval());
    } else if (event instanceof Event.Rejected one) {
      add(role(one.process()), one.process(), "rejects " + one.record() + ": " + one.reason());
    } else {
      return false;
    }
    return true;
  }

  private Lane role(int process) {
    return process <= victim ? Lane.OLD_SINK : Lane.NEW_SINK;
  }

  private void observer(Event event) {
    if (event instanceof Event.Seen one) {
      seen(one);
    } else if (event instanceof Event.Raw one) {
      add(Lane.OBSERVER, 0, "in the store beside data: " + kinds(one.entries()));
    } else if (event instanceof Event.Settled one) {
      add(Lane.OBSERVER, 0, "all time-outs have passed (" + one.phase() + ")");
    }
  }

  /** A reader's list is long; what changed in it tells more. */
  private void seen(Event.Seen one) {
    List<Item> more = new ArrayList<>(one.items());
    List<Item> less = new ArrayList<>(visible);
    visible.forEach(more::remove);
    one.items().forEach(less::remove);
    visible = one.items();
    String text = "a reader sees " + one.items().size() + " records";
    text += more.isEmpty() ? "" : ", new: " + words(more);
    text += less.isEmpty() ? "" : ", gone: " + words(less);
    add(Lane.OBSERVER, 0, text + (one.blocked() ? "; some reader waits" : ""));
  }

  private static String words(List<Item> items) {
    return items.stream().map(Item::toString).collect(Collectors.joining(", "));
  }

  private static String kinds(List<RawEntry> entries) {
    Map<RawEntry.Kind, Long> counts =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    RawEntry::kind,
                    () -> new EnumMap<>(RawEntry.Kind.class),
                    Collectors.counting()));
    String text =
        counts.entrySet().stream()
            .map(
                count ->
                    count.getValue()
                        + " "
                        + count.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "nothing" : text;
  }

  private void add(Lane lane, int process, String text) {
    lanes.add(new LaneEvent(step, lane, process, text, false));
  }
}
