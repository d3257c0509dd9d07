package dev.landfall.conformance.wire.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.SinkException;

/** Makes one call in the process that holds the sink, and waits for its answer. */
@FunctionalInterface
public interface Caller {
  /**
   * Makes it.
   *
   * @throws RemoteException what the sink threw and no host expects by name
   * @throws SinkException what the sink threw
   */
  JsonNode make(ObjectNode call) throws SinkException, InterruptedException;
}
