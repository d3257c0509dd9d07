package dev.landfall.sdk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of what one writer stages between two barriers: a transaction, a log segment (SI-4).
 *
 * <p>The ordinal is counted by the writer itself, from 1 in each generation. There is no checkpoint
 * id in it, since the name is needed before the id is known, and no clock and no random number.
 * Immutable, thread-safe.
 */
public record IntervalId(WriterId writer, Generation generation, long ordinal) {
  private static final Pattern TEXT =
      Pattern.compile("([^/]+)/([^/]+)/(\\d{1,9})/g(\\d{1,18})/o(\\d{1,18})");

  public IntervalId {
    if (ordinal < 1 || generation.equals(Generation.NONE)) {
      throw new IllegalArgumentException(
          "Cannot name interval "
              + ordinal
              + " of generation "
              + generation
              + ": expected both to be 1 or more");
    }
  }

  /** The interval that follows this one in the same generation. */
  public IntervalId next() {
    return new IntervalId(writer, generation, Math.addExact(ordinal, 1));
  }

  /**
   * Whether this interval was begun after {@code other}, by generation and then by ordinal (HO-15).
   *
   * @throws IllegalArgumentException if the two belong to different writers, whose intervals have
   *     no order
   */
  public boolean isAfter(IntervalId other) {
    if (!writer.equals(other.writer)) {
      throw new IllegalArgumentException(
          "Cannot order " + this + " and " + other + ": they belong to different writers");
    }
    int byGeneration = generation.compareTo(other.generation);
    return byGeneration != 0 ? byGeneration > 0 : ordinal > other.ordinal;
  }

  /**
   * The inverse of {@link #toString()}.
   *
   * @throws IllegalArgumentException if {@code text} is not such a name
   */
  public static IntervalId parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Cannot read the interval '"
              + text
              + "': expected pipeline/sink/subtask/gGENERATION/oORDINAL");
    }
    SinkId sink = new SinkId(matcher.group(1), matcher.group(2));
    return new IntervalId(
        sink.writer(Integer.parseInt(matcher.group(3))),
        new Generation(Long.parseLong(matcher.group(4))),
        Long.parseLong(matcher.group(5)));
  }

  /**
   * {@code pipeline/sink/subtask/gGENERATION/oORDINAL}: stable, and read back by {@link #parse}.
   */
  @Override
  public String toString() {
    // In one piece, not made of the texts of its parts: names are made for every request.
    SinkId sink = writer.sink();
    return sink.pipeline()
        + '/'
        + sink.sink()
        + '/'
        + writer.subtask()
        + "/g"
        + generation.value()
        + "/o"
        + ordinal;
  }
}
