package dev.landfall.conformance.wire.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.landfall.conformance.wire.message.Messages;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SegmentPublisher;
import dev.landfall.sdk.log.Segment;
import dev.landfall.sdk.log.SegmentReader;
import dev.landfall.sdk.log.SegmentStore;
import dev.landfall.sdk.log.TornSegmentException;
import java.io.IOException;

/** Calls of one publisher. One thread at a time. */
record PublisherCalls(SegmentPublisher publisher, SegmentStore log) implements SinkCalls.Part {
  @Override
  public JsonNode make(String call, JsonNode message) throws Exception {
    switch (call) {
      case "publish" -> {
        return Messages.outcome(
            publisher.publish(segment(Messages.committable(message.path("committable")))));
      }
      case "close" -> publisher.close();
      default -> throw new IllegalArgumentException("Cannot " + call + " a publisher");
    }
    return NullNode.getInstance();
  }

  /** One that is missing may have been published long ago: only opening it fails. */
  private Segment segment(Committable committable) throws IOException {
    try {
      return log.sealed(committable);
    } catch (TornSegmentException e) {
      return new Missing(committable, e);
    }
  }

  private record Missing(Committable committable, TornSegmentException cause) implements Segment {
    @Override
    public SegmentReader open() throws IOException {
      throw cause;
    }
  }
}
