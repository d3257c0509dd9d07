package dev.landfall.sink.kafka;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one slot of a writer's pool: {@code
 * landfall.PIPELINE.SINK.SUBTASK.gGENERATION.sSLOT}. No identifier contains a dot, so {@code
 * orders} is never a prefix of {@code orders-eu} (SI-4, SI-5). Immutable, thread-safe.
 */
record TransactionalId(WriterId writer, Generation generation, int slot) {
  private static final Pattern TEXT =
      Pattern.compile("landfall\\.([^.]+)\\.([^.]+)\\.(\\d{1,9})\\.g(\\d{1,18})\\.s(\\d{1,4})");

  /** Reads a name; empty if it is not one of these. */
  static Optional<TransactionalId> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      SinkId sink = new SinkId(matcher.group(1), matcher.group(2));
      return Optional.of(
          new TransactionalId(
              sink.writer(Integer.parseInt(matcher.group(3))),
              new Generation(Long.parseLong(matcher.group(4))),
              Integer.parseInt(matcher.group(5))));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // somebody else's name
    }
  }

  @Override
  public String toString() {
    return Names.of(writer) + ".g" + generation + ".s" + slot;
  }
}
