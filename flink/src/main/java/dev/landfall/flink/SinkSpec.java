package dev.landfall.flink;

import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.ReplayPolicy;
import java.io.Serializable;
import java.util.Map;

/** What travels in the job graph to open a sink in any task. Immutable, thread-safe. */
record SinkSpec(
    String type,
    Map<String, Serializable> options,
    String pipeline,
    String sink,
    ReplayPolicy replay)
    implements Serializable {
  private static final long serialVersionUID = 1;

  SinkId id() {
    return new SinkId(pipeline, sink);
  }
}
