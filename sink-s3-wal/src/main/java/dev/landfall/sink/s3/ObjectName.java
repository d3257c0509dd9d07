package dev.landfall.sink.s3;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last part of a data object's key: {@code
 * PIPELINE.SINK.SUBTASK.gGENERATION.oORDINAL.PART.LAYOUT.EXTENSION} (SI-4). Immutable, thread-safe.
 *
 * <p>A dot is in no identifier, so {@code a.} never covers {@code ab.}. The layout is a fingerprint
 * of everything in the configuration that decides where a record goes and how it is written: after
 * a change of it a segment that was half published goes to new names, and never meets objects that
 * were cut in another way.
 *
 * @param part counted from 1 in each folder of an interval
 */
record ObjectName(IntervalId interval, long part, String layout, String extension) {
  private static final Pattern TEXT =
      Pattern.compile(
          "([a-z0-9_-]+)\\.([a-z0-9_-]+)\\.(\\d{1,9})\\.g(\\d{1,18})\\.o(\\d{1,18})\\.(\\d{1,18})\\.([0-9a-f]{8})\\.([a-z0-9.]+)");

  /** Reads the last part of a key, or says that it is none of ours. */
  static Optional<ObjectName> parse(String key) {
    Matcher matcher = TEXT.matcher(key.substring(key.lastIndexOf('/') + 1));
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      IntervalId interval =
          new IntervalId(
              new SinkId(matcher.group(1), matcher.group(2))
                  .writer(Integer.parseInt(matcher.group(3))),
              new Generation(Long.parseLong(matcher.group(4))),
              Long.parseLong(matcher.group(5)));
      return Optional.of(
          new ObjectName(
              interval, Long.parseLong(matcher.group(6)), matcher.group(7), matcher.group(8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return interval.writer().sink().pipeline()
        + '.'
        + interval.writer().sink().sink()
        + '.'
        + interval.writer().subtask()
        + ".g"
        + interval.generation()
        + ".o"
        + interval.ordinal()
        + '.'
        + part
        + '.'
        + layout
        + '.'
        + extension;
  }
}
