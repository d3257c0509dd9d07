package dev.landfall.conformance.report;

import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.LaneEvent.Lane;
import dev.landfall.conformance.model.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses what of a long history a person is shown: everything around a kill, what was asked of the
 * sink about the interval that went wrong, what is around the first wrong record, the end, and as
 * far as there is room what the host did and readers saw. Stateless, thread-safe.
 */
final class LaneWindow {
  private static final int BEFORE_KILL = 9;
  private static final int AFTER_KILL = 7;
  private static final int AROUND_RECORD = 2;
  private static final int AT_THE_END = 4;
  private static final int MOST_ROWS = 64;

  /**
   * One line of the diagram.
   *
   * @param event empty for a gap
   * @param left how many events the gap stands for
   */
  record Row(Optional<LaneEvent> event, int left) {}

  private LaneWindow() {}

  /** The rows, gaps included. */
  static List<Row> of(List<LaneEvent> events, Violation wrong) {
    Set<Integer> shown = new TreeSet<>(); // in order
    for (int i = 0; i < events.size(); i++) {
      LaneEvent event = events.get(i);
      if (event.kill()) {
        add(shown, i - BEFORE_KILL, i + AFTER_KILL, events.size());
      }
    }
    add(shown, events.size() - AT_THE_END, events.size(), events.size());
    calls(events, wrong.writer(), shown);
    aroundRecord(events, wrong.record(), shown);
    steps(events, Lane.HOST, shown);
    steps(events, Lane.OBSERVER, shown);
    return rows(events, shown);
  }

  /** Each call that names the interval, and what came back. */
  private static void calls(List<LaneEvent> events, String interval, Set<Integer> shown) {
    for (int i = 0; i < events.size() && shown.size() < MOST_ROWS; i++) {
      LaneEvent call = events.get(i);
      if (isSink(call) && mentions(call, interval)) {
        shown.add(i);
        int back = i + 1;
        while (back < events.size() && !isAnswer(events.get(back), call)) {
          back++;
        }
        add(shown, back, back, events.size());
      }
    }
  }

  private static boolean isSink(LaneEvent event) {
    return event.lane() == Lane.OLD_SINK || event.lane() == Lane.NEW_SINK;
  }

  private static boolean isAnswer(LaneEvent event, LaneEvent call) {
    String name = call.text().split(" ", 2)[0];
    return isSink(event)
        && event.process() == call.process()
        && (event.text().startsWith(name + " returns")
            || event.text().startsWith(name + " throws"));
  }

  private static void aroundRecord(List<LaneEvent> events, String record, Set<Integer> shown) {
    for (int i = 0; i < events.size() && !record.isEmpty() && shown.size() < MOST_ROWS; i++) {
      if (mentions(events.get(i), record)) {
        add(shown, i - AROUND_RECORD, i + AROUND_RECORD, events.size());
      }
    }
  }

  private static void steps(List<LaneEvent> events, Lane lane, Set<Integer> shown) {
    for (int i = 0; i < events.size() && shown.size() < MOST_ROWS; i++) {
      if (events.get(i).lane() == lane) {
        shown.add(i);
      }
    }
  }

  /** Whether the text names the record, and not one whose name begins like it. */
  static boolean mentions(LaneEvent event, String record) {
    return !record.isEmpty()
        && event
            .text()
            .matches("(?s).*(?<![\\w:])" + java.util.regex.Pattern.quote(record) + "(?!\\w).*");
  }

  private static void add(Set<Integer> shown, int from, int to, int size) {
    for (int i = Math.max(0, from); i <= Math.min(size - 1, to); i++) {
      shown.add(i);
    }
  }

  private static List<Row> rows(List<LaneEvent> events, Set<Integer> shown) {
    List<Row> rows = new ArrayList<>();
    int next = 0;
    for (int i : shown) {
      if (i > next) {
        rows.add(new Row(Optional.empty(), i - next));
      }
      rows.add(new Row(Optional.of(events.get(i)), 0));
      next = i + 1;
    }
    if (next < events.size()) {
      rows.add(new Row(Optional.empty(), events.size() - next));
    }
    return rows;
  }
}
