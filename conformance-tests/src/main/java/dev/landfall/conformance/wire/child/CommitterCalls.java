package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Committer;

/** Calls of one committer. One thread at a time. */
record CommitterCalls(Committer committer) implements SinkCalls.Part {
  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    return switch (call) {
      case "commit" ->
          Messages.outcome(committer.commit(Messages.committable(message.path("committable"))));
      case "abort" -> {
        committer.abort(Messages.committable(message.path("committable")));
        yield NullNode.getInstance();
      }
      case "liveness" ->
          Messages.liveness(committer.liveness(Messages.committable(message.path("committable"))));
      case "close" -> {
        committer.close();
        yield NullNode.getInstance();
      }
      default -> throw new IllegalArgumentException("Cannot " + call + " a committer");
    };
  }
}
