package dev.landfall.conformance.wire;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * What processes under test say on their standard error. The file is gone when the suite ends, so
 * an error brings its last lines along. Immutable, thread-safe.
 *
 * @param file where they write to
 * @param confided is never told
 */
record SinkLog(File file, Confided confided) {
  private static final int MOST_LINES = 12;
  private static final int MOST_BYTES = 4096;

  SinkLog without(Collection<String> more) {
    return new SinkLog(file, confided.and(more));
  }

  /** The end of it, behind a message. */
  String last() {
    List<String> lines = confided.masked(end()).lines().filter(line -> !line.isBlank()).toList();
    if (lines.isEmpty()) {
      return ", and said nothing";
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    return "; what it said last:\n  " + String.join("\n  ", last);
  }

  /** A line that is cut at its beginning could begin with a part of a secret, and is left out. */
  private String end() {
    try (RandomAccessFile log = new RandomAccessFile(file, "r")) {
      long from = Math.max(0, log.length() - MOST_BYTES);
      byte[] bytes = new byte[(int) (log.length() - from)];
      log.seek(from);
      log.readFully(bytes);
      String text = new String(bytes, StandardCharsets.UTF_8);
      return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
    } catch (IOException e) {
      return "";
    }
  }
}
