package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.log.TornSegmentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a sealed segment in the store consists of. Immutable, thread-safe.
 *
 * <pre>
 * {"kind":"sealed","interval":"p/s/0/g3/o1","objects":1}
 * {"kind":"object", …}
 * </pre>
 */
record Manifest(IntervalId interval, List<DataObject> objects) {
  private static final String KIND = "sealed";

  Manifest {
    objects = List.copyOf(objects);
  }

  /**
   * The manifest that a committable names.
   *
   * @throws TornSegmentException if it is gone, or is not what was sealed (W-4)
   */
  static Manifest sealed(Committable committable, ObjectStore store)
      throws TornSegmentException, SinkException, InterruptedException {
    StagedPayload payload = StagedPayload.decode(committable);
    Optional<StoredObject> object = store.read(payload.manifest());
    if (object.isEmpty()) {
      throw new TornSegmentException("'" + store.address(payload.manifest()) + "' is gone");
    }
    Digest there = Digest.of(object.get().bytes());
    if (!there.equals(payload.digest())) {
      throw new TornSegmentException(
          "'" + payload.manifest() + "' holds " + there + ", expected " + payload.digest());
    }
    return decode(payload.manifest(), object.get().bytes());
  }

  byte[] encode() {
    List<ObjectNode> lines = new ArrayList<>();
    ObjectNode first = FramedLines.MAPPER.createObjectNode();
    first.put("kind", KIND);
    first.put("interval", interval.toString());
    first.put("objects", objects.size());
    lines.add(first);
    objects.forEach(object -> lines.add(DataObjectText.encode(object)));
    return FramedLines.encode(lines);
  }

  static Manifest decode(String key, byte[] bytes) throws SinkException {
    List<JsonNode> lines = FramedLines.decode(key, bytes);
    if (lines.isEmpty()
        || !lines.get(0).path("kind").asText().equals(KIND)
        || lines.get(0).path("objects").asInt() != lines.size() - 1) {
      throw FramedLines.damaged(key, "it is no manifest, or objects are missing");
    }
    return new Manifest(
        IntervalId.parse(lines.get(0).path("interval").asText()),
        DataObjectText.decode(lines, 1, lines.size() - 1));
  }
}
