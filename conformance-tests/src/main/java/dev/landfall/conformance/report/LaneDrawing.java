package dev.landfall.conformance.report;

import dev.landfall.conformance.model.LaneEvent;
import dev.landfall.conformance.model.LaneEvent.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Draws lanes as SVG: narrow columns on the left, the words on the right, so that both fit on a
 * phone. The same rows stand beneath as a list, for whom a picture says nothing. One thread at a
 * time.
 */
final class LaneDrawing {
  private static final int LANE = 19;
  private static final int HEAD = 76;
  private static final int LINE = 15;
  private static final int GAP = 9;
  private static final int WORDS_AT = LANE * Lane.values().length + 8;
  private static final int LETTERS = 33;

  /** Bold ones are wider. */
  private static final int BOLD_LETTERS = 29;

  private static final int WIDTH = WORDS_AT + 238;
  private static final int MOST_LINES = 5;

  private final List<LaneWindow.Row> rows;
  private final String record;
  private final Set<Integer> oldProcesses;

  LaneDrawing(List<LaneWindow.Row> rows, String record) {
    this.rows = rows;
    this.record = record;
    this.oldProcesses =
        rows.stream()
            .flatMap(row -> row.event().stream())
            .filter(event -> event.lane() == Lane.OLD_SINK)
            .map(LaneEvent::process)
            .collect(Collectors.toSet());
  }

  void write(Markup page) {
    List<List<String>> words = rows.stream().map(this::words).toList();
    int height = HEAD + words.stream().mapToInt(LaneDrawing::height).sum() + GAP;
    page.open("div", "class", "scroll lanes", "tabindex", "0", "role", "region");
    page.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 " + WIDTH + " " + height,
        "width",
        "" + WIDTH,
        "height",
        "" + height,
        "role",
        "img",
        "aria-label",
        "Lane diagram; the same as text is below");
    lanes(page, words, height);
    int y = HEAD;
    for (int i = 0; i < rows.size(); i++) {
      row(page, rows.get(i), words.get(i), y);
      y += height(words.get(i));
    }
    page.close().close().line();
    list(page);
  }

  private static int height(List<String> words) {
    return words.size() * LINE + GAP;
  }

  private static int x(Lane lane) {
    return LANE / 2 + List.of(Lane.values()).indexOf(lane) * LANE + 4;
  }

  private void lanes(Markup page, List<List<String>> words, int height) {
    for (Lane lane : Lane.values()) {
      String x = "" + x(lane);
      // A sink is there from its first event to its last: an old one ends at the kill.
      boolean sink = lane == Lane.OLD_SINK || lane == Lane.NEW_SINK;
      int from = sink ? first(lane, words).orElse(height) : HEAD - 8;
      int to = sink ? last(lane, words).orElse(height) : height;
      page.empty("line", "class", "lane", "x1", x, "x2", x, "y1", "" + from, "y2", "" + to);
      page.leaf(
          "text",
          label(lane),
          "class",
          "head",
          "transform",
          "translate(" + (x(lane) + 4) + " " + (HEAD - 14) + ") rotate(-90)");
    }
    page.line();
  }

  private Optional<Integer> first(Lane lane, List<List<String>> words) {
    return heights(lane, words).stream().findFirst();
  }

  private Optional<Integer> last(Lane lane, List<List<String>> words) {
    return heights(lane, words).stream().reduce((one, next) -> next);
  }

  /** Where the events stand in which this sink takes part: its own, and those of its requests. */
  private List<Integer> heights(Lane lane, List<List<String>> words) {
    List<Integer> heights = new ArrayList<>();
    int y = HEAD;
    for (int i = 0; i < rows.size(); i++) {
      Optional<LaneEvent> event = rows.get(i).event();
      boolean host = event.map(one -> one.lane() == Lane.HOST || one.process() == 0).orElse(true);
      if (!host && event.filter(one -> sinkOf(one) == lane).isPresent()) {
        heights.add(y + LINE / 2);
      }
      y += height(words.get(i));
    }
    return heights;
  }

  private Lane sinkOf(LaneEvent event) {
    return oldProcesses.contains(event.process()) ? Lane.OLD_SINK : Lane.NEW_SINK;
  }

  static String label(Lane lane) {
    return lane.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void row(Markup page, LaneWindow.Row row, List<String> words, int y) {
    int middle = y + LINE / 2;
    if (row.event().isEmpty()) {
      words(page, words, y, "gap");
      return;
    }
    LaneEvent event = row.event().get();
    if (event.kill()) {
      page.empty(
          "rect",
          "class",
          "band",
          "x",
          "0",
          "y",
          "" + (y - GAP / 2),
          "width",
          "" + WIDTH,
          "height",
          "" + height(words));
    }
    arrow(page, event, middle);
    dot(page, event, middle);
    words(
        page,
        words,
        y,
        event.kill() ? "kill" : LaneWindow.mentions(event, record) ? "wrong" : "words");
    page.line();
  }

  /** What goes through the proxy comes from a sink, what the store does comes from the proxy. */
  private void arrow(Markup page, LaneEvent event, int y) {
    if (event.lane() != Lane.PROXY && event.lane() != Lane.STORE) {
      return;
    }
    Lane from = event.lane() == Lane.STORE ? Lane.PROXY : sinkOf(event);
    page.empty(
        "line",
        "class",
        "arrow",
        "x1",
        "" + x(from),
        "x2",
        "" + x(event.lane()),
        "y1",
        "" + y,
        "y2",
        "" + y);
  }

  private static void dot(Markup page, LaneEvent event, int y) {
    int x = x(event.lane());
    if (event.kill()) {
      String cross = "M" + (x - 7) + " " + (y - 7) + "l14 14m0 -14l-14 14";
      page.empty("path", "class", "cross", "d", cross);
    } else {
      page.empty("circle", "class", "dot", "cx", "" + x, "cy", "" + y, "r", "4.5");
    }
  }

  private static void words(Markup page, List<String> words, int y, String style) {
    for (int line = 0; line < words.size(); line++) {
      page.leaf(
          "text",
          words.get(line),
          "class",
          style,
          "x",
          "" + WORDS_AT,
          "y",
          "" + (y + 12 + line * LINE));
    }
  }

  private List<String> words(LaneWindow.Row row) {
    return row.event()
        .map(event -> wrapped(place(event) + " " + event.text(), letters(event)))
        .orElse(List.of("… " + MatrixSection.count(row.left(), "event") + " left out"));
  }

  private static String place(LaneEvent event) {
    return "#" + event.step();
  }

  private int letters(LaneEvent event) {
    return event.kill() || LaneWindow.mentions(event, record) ? BOLD_LETTERS : LETTERS;
  }

  private static List<String> wrapped(String text, int letters) {
    List<String> lines = new ArrayList<>();
    String rest = text.replaceAll("\\s+", " ");
    while (!rest.isEmpty() && lines.size() < MOST_LINES) {
      int end = Math.min(rest.length(), letters);
      int blank = end < rest.length() ? rest.lastIndexOf(' ', end) : end;
      int slash = end < rest.length() ? rest.lastIndexOf('/', end - 1) + 1 : end;
      end = blank > letters / 2 ? blank : slash > letters / 2 ? slash : end;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    if (!rest.isEmpty()) {
      lines.set(MOST_LINES - 1, lines.get(MOST_LINES - 1) + " …");
    }
    return lines;
  }

  private void list(Markup page) {
    page.open("details").leaf("summary", "The same as text").open("ol", "class", "plain").line();
    for (LaneWindow.Row row : rows) {
      String text =
          row.event()
              .map(
                  event ->
                      place(event)
                          + " "
                          + label(event.lane())
                          + ": "
                          + (event.kill() ? "✗ " : "")
                          + event.text())
              .orElse("… " + MatrixSection.count(row.left(), "event") + " left out");
      page.leaf("li", text).line();
    }
    page.close().close().line();
  }
}
