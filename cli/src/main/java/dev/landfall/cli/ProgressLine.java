package dev.landfall.cli;

import dev.landfall.sdk.HostTime;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * How far a long work is: one line that is written over on a terminal, a line now and then
 * elsewhere. One thread at a time.
 */
final class ProgressLine {
  /** The launcher knows; {@code System.console()} would be about standard input as well. */
  private static final String TERMINAL = "landfall.terminal";

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final String START_OF_LINE = "\r\u001b[K";

  /**
   * Without wrapping, what is too wide is cut off; a second line would stay when this is erased.
   */
  private static final String CUT = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final PrintWriter err;
  private final HostTime time;
  private final boolean isTerminal = Boolean.getBoolean(TERMINAL);
  private long lastNanos;
  private boolean shown;

  ProgressLine(PrintWriter err, HostTime time) {
    this.err = err;
    this.time = time;
    this.lastNanos = time.nanos();
  }

  void show(String text) {
    if (isTerminal) {
      err.print(START_OF_LINE + CUT + text + WRAP);
      err.flush();
      shown = true;
    } else if (time.nanos() - lastNanos >= BETWEEN_LINES.toNanos()) {
      lastNanos = time.nanos();
      err.println(text);
    }
  }

  void clear() {
    if (shown) {
      err.print(START_OF_LINE);
      err.flush();
      shown = false;
    }
  }
}
