package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.TransactionWriter;

/** Calls of one transactional writer. One thread at a time. */
record TransactionCalls(TransactionWriter writer) implements SinkCalls.Part {
  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    switch (call) {
      case "begin" -> writer.begin(IntervalId.parse(message.path("interval").asText()));
      case "write" -> writer.write(Records.read(message.path("record")));
      case "prepare" -> {
        ObjectNode result = Messages.object();
        writer.prepare().ifPresent(one -> result.put("committable", Messages.committable(one)));
        return result;
      }
      case "abort" -> writer.abort();
      case "close" -> writer.close();
      default -> throw new IllegalArgumentException("Cannot " + call + " a transactional writer");
    }
    return NullNode.getInstance();
  }
}
