package dev.landfall.conformance.replay;

import dev.landfall.conformance.model.Event;
import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Draws a history as text: one lane each for host, sink, store and observer, from top to bottom.
 * Stateless, thread-safe.
 */
public final class LaneDiagram {
  private static final int WIDTH = 44;

  private enum Lane {
    HOST(0),
    SINK(1),
    STORE(2),
    OBSERVER(3);

    private final int column;

    Lane(int column) {
      this.column = column;
    }
  }

  private record Cell(Lane lane, String text) {}

  private LaneDiagram() {}

  /** The whole history, one event a line. */
  public static String of(History history) {
    StringBuilder text = new StringBuilder();
    line(text, List.of("host", "sink", "store", "observer"));
    line(text, List.of("----", "----", "-----", "--------"));
    Map<Long, Event.Sent> sent = new HashMap<>();
    for (Event event : history.events()) {
      if (event instanceof Event.Sent one) {
        sent.put(one.op(), one);
      }
      cell(event, sent).ifPresent(cell -> line(text, cell));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, Cell cell) {
    String indent = " ".repeat(WIDTH * cell.lane.column);
    text.append(indent).append(cell.text).append('\n');
  }

  private static void line(StringBuilder text, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (String cell : cells) {
      line.append(String.format("%-" + WIDTH + "s", cell));
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static Optional<Cell> cell(Event event, Map<Long, Event.Sent> sent) {
    Optional<Cell> ofHost = host(event);
    if (ofHost.isPresent()) {
      return ofHost;
    }
    if (event instanceof Event.Called one) {
      return cell(Lane.SINK, one.process() + " " + one.call() + " " + one.target());
    } else if (event instanceof Event.Returned one && !one.result().isEmpty()) {
      return cell(Lane.SINK, one.process() + " " + one.call() + " -> " + one.result());
    } else if (event instanceof Event.Threw one) {
      return cell(Lane.SINK, one.process() + " " + one.call() + " threw " + one.message());
    } else if (event instanceof Event.Applied one) {
      return cell(Lane.STORE, "applied " + where(sent, one.op()));
    } else if (event instanceof Event.Answered one && !one.error().isEmpty()) {
      return cell(Lane.STORE, where(sent, one.op()) + " answered " + one.error());
    } else if (event instanceof Event.Seen one) {
      return cell(Lane.OBSERVER, seen(one.items()));
    }
    return Optional.empty();
  }

  private static String where(Map<Long, Event.Sent> sent, long op) {
    Event.Sent one = sent.get(op);
    return one == null
        ? "request " + op
        : one.where() + (one.records().isEmpty() ? "" : " " + one.records());
  }

  private static Optional<Cell> host(Event event) {
    if (event instanceof Event.Started one) {
      return cell(
          Lane.HOST,
          one.process()
              + " starts, "
              + one.parallelism()
              + " writers, from checkpoint "
              + one.restored());
    } else if (event instanceof Event.Recovered one) {
      return cell(Lane.HOST, one.process() + " has recovered");
    } else if (event instanceof Event.Wrote one) {
      return cell(Lane.HOST, one.process() + " writes " + one.record());
    } else if (event instanceof Event.Overlapped one) {
      return cell(Lane.HOST, one.process() + " calls " + one.call() + " inside " + one.under());
    } else if (event instanceof Event.Told one) {
      return cell(Lane.HOST, one.process() + " tells a secret: " + one.where());
    } else if (event instanceof Event.Durable one) {
      return cell(Lane.HOST, one.process() + " checkpoint " + one.checkpoint() + " durable");
    } else if (event instanceof Event.Failed one) {
      return cell(Lane.HOST, one.process() + " checkpoint " + one.checkpoint() + " failed");
    } else if (event instanceof Event.Notified one) {
      return cell(Lane.HOST, one.process() + " commits up to " + one.checkpoint());
    } else if (event instanceof Event.Injected one) {
      return cell(Lane.HOST, "*** " + one.injection() + " ***");
    } else if (event instanceof Event.Gone one) {
      return cell(Lane.HOST, one.process() + " " + one.how() + " " + one.why());
    }
    return Optional.empty();
  }

  private static String seen(List<Item> items) {
    return items.size()
        + " visible"
        + (items.isEmpty() ? "" : ", last " + items.get(items.size() - 1));
  }

  private static Optional<Cell> cell(Lane lane, String text) {
    return Optional.of(new Cell(lane, text));
  }
}
