package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What everything of a sink at the broker is called (SI-4). Stateless, thread-safe. */
final class Names {
  private static final Pattern GROUP = Pattern.compile("landfall\\.([^.]+)\\.([^.]+)\\.(\\d{1,9})");

  private Names() {}

  /** Of everything of a sink; ends with the delimiter that no identifier contains. */
  static String prefix(SinkId sink) {
    return "landfall." + sink.pipeline() + '.' + sink.sink() + '.';
  }

  /** The consumer group that holds a writer's confirmation; also the stem of its ids. */
  static String of(WriterId writer) {
    return prefix(writer.sink()) + writer.subtask();
  }

  /** What preflight tries out; it never holds a transaction. */
  static String probe(SinkId sink) {
    return prefix(sink) + "preflight";
  }

  /** The writer whose confirmations a group holds; empty if it is no such group. */
  static Optional<WriterId> writerOfGroup(String group) {
    Matcher matcher = GROUP.matcher(group);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      SinkId sink = new SinkId(matcher.group(1), matcher.group(2));
      return Optional.of(sink.writer(Integer.parseInt(matcher.group(3))));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // somebody else's name
    }
  }
}
