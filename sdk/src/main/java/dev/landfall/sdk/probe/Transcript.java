package dev.landfall.sdk.probe;

import java.util.ArrayList;
import java.util.List;

/** Notes down what an experiment sent and what came back. Thread-safe. */
public final class Transcript {
  /** An experiment that repeats itself a thousand times is told by its beginning. */
  private static final int MOST_LINES = 60;

  private static final int LONGEST_LINE = 300;

  private final List<String> lines = new ArrayList<>();
  private int left;

  /** Something was sent over the connection that {@code who} names. */
  public Transcript sent(String who, String what) {
    return line(who + " > " + what);
  }

  /** The store answered. */
  public Transcript answered(String who, String what) {
    return line(who + " < " + what);
  }

  /** Something happened beside the wire: a kill, a wait. */
  public Transcript noted(String what) {
    return line("-- " + what);
  }

  private synchronized Transcript line(String line) {
    String oneLine = line.replaceAll("\\s+", " ");
    if (lines.size() >= MOST_LINES) {
      left++;
    } else {
      lines.add(
          oneLine.length() <= LONGEST_LINE ? oneLine : oneLine.substring(0, LONGEST_LINE) + " …");
    }
    return this;
  }

  /** All of it, one line each. */
  public synchronized List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    if (left > 0) {
      all.add("-- and " + left + " lines more");
    }
    return all;
  }
}
