package dev.landfall.runner.source;

/**
 * A record ends at the first line break outside of quotes (RFC 4180). A quote opens a quoted field
 * only at the field's beginning, so that a stray one ({@code 5" pipe}) does not swallow the lines
 * that follow. Owned by one scanner.
 */
final class QuotedFraming implements Framing {
  private static final byte QUOTE = '"';
  private static final byte LINE_BREAK = '\n';

  private enum State {
    OUTSIDE,
    INSIDE,
    /** Behind a quote inside: it closes the field unless another one follows. */
    AFTER_QUOTE
  }

  private final byte delimiter;
  private State state = State.OUTSIDE;
  private int innerLines;

  QuotedFraming(char delimiter) {
    this.delimiter = (byte) delimiter;
  }

  @Override
  public void begin() {
    state = State.OUTSIDE;
    innerLines = 0;
  }

  @Override
  public int end(byte[] buffer, int start, int from, int to) {
    int i = from;
    while (i < to) {
      switch (state) {
        case OUTSIDE -> {
          int found = ByteSearch.firstOf(buffer, i, to, LINE_BREAK, QUOTE);
          if (found < 0) {
            return -1;
          }
          if (buffer[found] == LINE_BREAK) {
            return found;
          }
          if (found == start || buffer[found - 1] == delimiter) {
            state = State.INSIDE;
          }
          i = found + 1;
        }
        case INSIDE -> i = inside(buffer, i, to);
        case AFTER_QUOTE -> {
          // Not consumed when it is no quote: it may be the line break.
          boolean doubled = buffer[i] == QUOTE;
          state = doubled ? State.INSIDE : State.OUTSIDE;
          i += doubled ? 1 : 0;
        }
      }
    }
    return -1;
  }

  private int inside(byte[] buffer, int from, int to) {
    int found = ByteSearch.firstOf(buffer, from, to, LINE_BREAK, QUOTE);
    if (found < 0) {
      return to;
    }
    if (buffer[found] == LINE_BREAK) {
      innerLines++;
    } else {
      state = State.AFTER_QUOTE;
    }
    return found + 1;
  }

  @Override
  public int innerLines() {
    return innerLines;
  }
}
