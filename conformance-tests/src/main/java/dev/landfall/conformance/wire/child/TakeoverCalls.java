package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.Takeover;
import dev.landfall.sdk.WriterScope;

/** Calls of one take-over. One thread at a time. */
record TakeoverCalls(Takeover takeover) implements SinkCalls.Part {
  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    if (call.equals("close")) {
      takeover.close();
      return NullNode.getInstance();
    }
    WriterScope scope = Messages.scope(message.path("scope"));
    Generation generation = Messages.generation(message.path("generation"));
    return switch (call) {
      case "newest" -> LongNode.valueOf(takeover.newest(scope).value());
      case "confirmed" -> Messages.texts(takeover.confirmed(scope));
      case "fence" -> {
        takeover.fence(scope, generation);
        yield NullNode.getInstance();
      }
      case "abortDangling" -> Messages.texts(takeover.abortDangling(scope, generation));
      default -> throw new IllegalArgumentException("Cannot " + call + " a take-over");
    };
  }
}
