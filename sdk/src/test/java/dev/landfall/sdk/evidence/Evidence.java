package dev.landfall.sdk.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A table in {@code docs/evidence} into which a long test writes what it measured, one row for each
 * of its cases; a case that is run again replaces its row. A test writes after its assertions, so a
 * case that fails leaves no row and fails the build.
 *
 * <p>The profile {@code full} names the directory; elsewhere rows are printed and not kept. One
 * thread at a time.
 */
public final class Evidence {
  private static final String DIRECTORY = "landfall.evidence";
  private static final String ROW = "| ";

  private final String file;
  private final String title;
  private final String method;
  private final List<String> columns;

  private Evidence(String file, String title, String method, List<String> columns) {
    this.file = file;
    this.title = title;
    this.method = method;
    this.columns = columns;
  }

  /**
   * Names a table.
   *
   * @param file its name without an ending
   * @param title its heading
   * @param method how the figures come about, and the command that repeats them
   * @param columns the headings, the first of which names the case
   */
  public static Evidence table(String file, String title, String method, String... columns) {
    return new Evidence(file, title, method, List.of(columns));
  }

  /** Writes the row of one case, in the order of the columns. */
  public void row(Object... cells) throws IOException {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "Cannot write " + cells.length + " cells: expected " + columns);
    }
    List<String> texts = new ArrayList<>();
    for (Object cell : cells) {
      texts.add(String.valueOf(cell).replace("|", "\\|"));
    }
    texts.add(LocalDate.now(ZoneOffset.UTC).toString());
    texts.add(machine());
    System.out.println(file + ": " + texts);
    String directory = System.getProperty(DIRECTORY, "");
    if (!directory.isEmpty()) {
      merge(Files.createDirectories(Path.of(directory)).resolve(file + ".md"), texts);
    }
  }

  private void merge(Path target, List<String> texts) throws IOException {
    TreeMap<String, String> rows = new TreeMap<>();
    if (Files.exists(target)) {
      Files.readAllLines(target).stream()
          .filter(line -> line.startsWith(ROW) && !line.startsWith(ROW + columns.get(0)))
          .filter(line -> !line.startsWith(ROW + "---"))
          .forEach(line -> rows.put(line.substring(ROW.length()).split(" [|]", 2)[0], line));
    }
    rows.put(texts.get(0), line(texts));
    List<String> heads = new ArrayList<>(columns);
    heads.addAll(List.of("date", "machine"));
    Files.writeString(
        target,
        "# "
            + title
            + "\n\nWritten by a test after its assertions held; do not edit. "
            + method
            + "\n\n"
            + line(heads)
            + "\n"
            + line(heads.stream().map(head -> "---").toList())
            + "\n"
            + String.join("\n", rows.values())
            + "\n");
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", ROW, " |"));
  }

  private static String machine() {
    return Runtime.getRuntime().availableProcessors()
        + " processors, Java "
        + Runtime.version().feature()
        + ", "
        + System.getProperty("os.name");
  }
}
