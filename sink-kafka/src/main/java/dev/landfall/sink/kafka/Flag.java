package dev.landfall.sink.kafka;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says at the broker that a generation has taken over a scope: a transactional id that never holds
 * a transaction, {@code landfall.PIPELINE.SINK.SUBTASK-of-PARALLELISM.gGENERATION.flag}. Immutable,
 * thread-safe.
 *
 * <p>Initialising a transactional id is unconditional, so an instance that was paused just before
 * it could reclaim an id that its successor has fenced. Therefore the successor raises its flag
 * first and fences after that, and a writer looks for newer flags each time after it has
 * initialised an id: whichever way the two are interleaved, one of them sees the other.
 */
record Flag(WriterScope scope, Generation generation) {
  private static final Pattern TEXT =
      Pattern.compile(
          "landfall\\.([^.]+)\\.([^.]+)\\.(\\d{1,9})-of-(\\d{1,10})\\.g(\\d{1,18})\\.flag");

  /** Reads a name; empty if it is not one of these. */
  static Optional<Flag> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      SinkId sink = new SinkId(matcher.group(1), matcher.group(2));
      WriterScope scope =
          new WriterScope(
              sink, Integer.parseInt(matcher.group(3)), Integer.parseInt(matcher.group(4)));
      return Optional.of(new Flag(scope, new Generation(Long.parseLong(matcher.group(5)))));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // somebody else's name
    }
  }

  /**
   * Whether some subtask belongs to both scopes: by the Chinese remainder theorem there is one
   * exactly if the two agree modulo the greatest common divisor of their parallelisms.
   */
  boolean concerns(WriterScope other) {
    int divisor = divisor(scope.parallelism(), other.parallelism());
    return scope.sink().equals(other.sink())
        && scope.subtask() % divisor == other.subtask() % divisor;
  }

  private static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
  }

  /** Whether it ends an instance of {@code writer} of that generation. */
  boolean ends(WriterId writer, Generation older) {
    return scope.contains(writer) && older.isOlderThan(generation);
  }

  @Override
  public String toString() {
    return Names.prefix(scope.sink())
        + scope.subtask()
        + "-of-"
        + scope.parallelism()
        + ".g"
        + generation
        + ".flag";
  }
}
