package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import java.util.Optional;

/** One thing that the sink under test has made, by its number. Immutable. One thread at a time. */
record RemotePart(Caller caller, int number) {
  static RemotePart make(Caller caller, ObjectNode call)
      throws SinkException, InterruptedException {
    return new RemotePart(caller, caller.make(call).path("part").asInt());
  }

  ObjectNode call(String name) {
    return Messages.object().put("call", name).put("on", number);
  }

  JsonNode make(String name) throws SinkException, InterruptedException {
    return caller.make(call(name));
  }

  JsonNode make(ObjectNode call) throws SinkException, InterruptedException {
    return caller.make(call);
  }

  /** What a prepare or seal has given. */
  static Optional<Committable> committable(JsonNode result) {
    return result.has("committable")
        ? Optional.of(Messages.committable(result.path("committable")))
        : Optional.empty();
  }

  /** A close throws nothing that a host could act on. */
  void close() {
    try {
      make("close");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SinkException e) {
      throw new RemoteException(e.getClass().getSimpleName(), e.getMessage());
    }
  }
}
