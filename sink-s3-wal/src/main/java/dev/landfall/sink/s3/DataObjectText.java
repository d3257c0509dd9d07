package dev.landfall.sink.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A data object as a line. Stateless, thread-safe. */
final class DataObjectText {
  static final String KIND = "object";

  private DataObjectText() {}

  static ObjectNode encode(DataObject object) {
    ObjectNode line = FramedLines.MAPPER.createObjectNode();
    line.put("kind", KIND);
    line.put("key", object.key());
    line.put("bytes", object.digest().bytes());
    line.put("records", object.records());
    line.put("crc32c", object.digest().hex());
    line.put("etag", object.etag());
    return line;
  }

  static DataObject decode(JsonNode line) {
    return new DataObject(
        line.path("key").asText(),
        new Digest(
            line.path("bytes").asLong(),
            Integer.parseUnsignedInt(line.path("crc32c").asText(), 16)),
        line.path("etag").asText(),
        line.path("records").asLong());
  }

  /** The {@code count} objects that stand from line {@code from} on. */
  static List<DataObject> decode(List<JsonNode> lines, int from, int count) {
    List<DataObject> objects = new ArrayList<>(count);
    for (int i = from; i < from + count; i++) {
      objects.add(decode(lines.get(i)));
    }
    return objects;
  }
}
