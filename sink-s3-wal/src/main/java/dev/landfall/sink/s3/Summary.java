package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Some consecutive entries of a log in one object, so that a reader needs one request for them.
 * Immutable, thread-safe.
 *
 * <p>Derived from entries that never change: losing it, or writing it twice, changes nothing.
 *
 * @param state what all entries up to its last one come to
 */
record Summary(LogState state, List<LogEntry> entries) {
  Summary {
    entries = List.copyOf(entries);
  }

  SummaryName name() {
    long objects = 0;
    for (LogEntry entry : entries) {
      if (entry instanceof LogEntry.Confirmation confirmation) {
        objects += confirmation.objects().size();
      }
    }
    return new SummaryName(entries.get(0).number(), state.last(), objects);
  }

  byte[] encode() {
    ObjectNode first = FramedLines.MAPPER.createObjectNode();
    first.put("kind", "summary");
    first.put("last", state.last());
    ArrayNode fences = first.putArray("fences");
    state.fences().forEach(fence -> fences.add(LogText.line(fence)));
    state.confirmed().ifPresent(interval -> first.put("confirmed", interval.toString()));
    List<ObjectNode> lines = new ArrayList<>();
    lines.add(first);
    lines.addAll(LogText.lines(entries));
    return FramedLines.encode(lines);
  }

  static Summary decode(SinkId sink, String key, byte[] bytes) throws SinkException {
    List<JsonNode> lines = FramedLines.decode(key, bytes);
    JsonNode first = lines.get(0);
    if (!first.path("fences").isArray()) {
      throw FramedLines.damaged(key, "it says nothing of fences");
    }
    List<LogEntry.Fence> fences = new ArrayList<>();
    for (JsonNode fence : first.path("fences")) {
      fences.add(LogText.fence(sink, key, fence));
    }
    Optional<IntervalId> confirmed =
        first.has("confirmed")
            ? Optional.of(IntervalId.parse(first.path("confirmed").asText()))
            : Optional.empty();
    return new Summary(
        new LogState(first.path("last").asLong(), fences, confirmed),
        LogText.entries(sink, key, lines, 1));
  }
}
