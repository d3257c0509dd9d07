package dev.landfall.source.kafka;

import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SplitPosition;
import java.util.Map;

/**
 * Where a partition goes on. Immutable, thread-safe.
 *
 * @param offset the next one
 * @param topicId of the topic that was read: one that was deleted and made again has another
 */
record OffsetPosition(long offset, String topicId) {
  private static final String OFFSET = "offset";
  private static final String TOPIC_ID = "topic-id";

  SplitPosition toSplitPosition() {
    return new SplitPosition(Map.of(OFFSET, Long.toString(offset), TOPIC_ID, topicId));
  }

  static OffsetPosition of(String split, SplitPosition position) throws SourceException {
    try {
      return new OffsetPosition(
          Long.parseLong(position.fields().getOrDefault(OFFSET, "")),
          position.fields().getOrDefault(TOPIC_ID, ""));
    } catch (NumberFormatException e) {
      throw new SourceException(
          "Cannot go on with split '"
              + split
              + "': position "
              + position.fields()
              + ", expected an offset (does the checkpoint belong to this source?)",
          e);
    }
  }
}
