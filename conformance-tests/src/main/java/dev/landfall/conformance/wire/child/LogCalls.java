package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.SegmentWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/** Calls of the write-ahead log; segments that are being written are told by interval. */
final class LogCalls implements SinkCalls.Part {
  private final SegmentStore log;
  private final Map<String, SegmentWriter> open = new HashMap<>();

  LogCalls(SegmentStore log) {
    this.log = log;
  }

  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    String interval = message.path("interval").asText();
    switch (call) {
      case "open" -> open.put(interval, log.open(IntervalId.parse(interval)));
      case "append" -> writer(interval).append(Records.read(message.path("record")));
      case "seal" -> {
        return seal(interval);
      }
      case "closeSegment" -> writer(interval).close();
      case "sealed" -> log.sealed(Messages.committable(message.path("committable")));
      case "forget" -> log.forget(Messages.committable(message.path("committable")));
      case "clear" -> {
        return Messages.texts(
            log.clear(
                Messages.scope(message.path("scope")),
                Messages.generation(message.path("generation")),
                new HashSet<>(Messages.intervals(message.path("retained")))));
      }
      case "close" -> log.close();
      default -> throw new IllegalArgumentException("Cannot " + call + " a log");
    }
    return NullNode.getInstance();
  }

  private JsonNode seal(String interval) throws IOException {
    ObjectNode result = Messages.object();
    writer(interval).seal().ifPresent(one -> result.put("committable", Messages.committable(one)));
    return result;
  }

  private SegmentWriter writer(String interval) {
    SegmentWriter writer = open.get(interval);
    if (writer == null) {
      throw new IllegalArgumentException("Cannot find an open segment of " + interval);
    }
    return writer;
  }
}
