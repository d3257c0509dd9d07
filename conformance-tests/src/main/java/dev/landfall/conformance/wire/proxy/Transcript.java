package dev.landfall.conformance.wire.proxy;

import dev.landfall.conformance.model.WireLine;
import dev.landfall.conformance.model.WireLine.Direction;
import java.util.ArrayList;
import java.util.List;

/** Writes down what passes, bounded. Thread-safe; a lock guards the lines. */
public final class Transcript {
  private static final int MOST_LINES = 5_000;

  private final long start = System.nanoTime();
  private final List<WireLine> lines = new ArrayList<>();

  /** Adds a line now. */
  public void add(
      int process,
      int connection,
      Direction direction,
      String where,
      String text,
      int bytes,
      String note) {
    WireLine line =
        new WireLine(micros(), process, connection, direction, where, text, bytes, note);
    synchronized (lines) {
      if (lines.size() < MOST_LINES) {
        lines.add(line);
      }
    }
  }

  /** Since the run began. */
  public long micros() {
    return (System.nanoTime() - start) / 1_000;
  }

  /** What a process said or heard last. */
  public String lastOf(int process) {
    List<WireLine> all = lines();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).process() == process) {
        return all.get(i).direction() + " " + all.get(i).text();
      }
    }
    return "nothing";
  }

  public List<WireLine> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }
}
