package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.landfall.conformance.wire.message.Records;
import dev.landfall.sdk.IdempotentWriter;

/** Calls of one idempotent writer. One thread at a time. */
record IdempotentCalls(IdempotentWriter writer) implements SinkCalls.Part {
  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    switch (call) {
      case "write" -> writer.write(Records.read(message.path("record")));
      case "flush" -> writer.flush();
      case "close" -> writer.close();
      default -> throw new IllegalArgumentException("Cannot " + call + " an idempotent writer");
    }
    return NullNode.getInstance();
  }
}
