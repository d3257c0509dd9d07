package dev.landfall.conformance.wire.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.record.SinkRecord;
import dev.landfall.sdk.record.SourcePosition;
import dev.landfall.sdk.record.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The records of the suite as JSON, and back: text, whole numbers and fields of these are all that
 * they hold. Stateless, thread-safe.
 */
public final class Records {
  private Records() {}

  public static ObjectNode write(SinkRecord record) {
    ObjectNode node =
        Messages.object()
            .put("operation", record.isDelete() ? "delete" : "put")
            .put("split", record.position().split())
            .put("offset", record.position().offset());
    put(node, "key", record.key());
    put(node, "value", record.value());
    return node;
  }

  private static void put(ObjectNode node, String field, Value value) {
    if (value instanceof Value.OfText text) {
      node.put(field, text.value());
    } else if (value instanceof Value.OfLong number) {
      node.put(field, number.value());
    } else if (value instanceof Value.OfMap map) {
      ObjectNode fields = node.putObject(field);
      map.fields().forEach((name, inner) -> put(fields, name, inner));
    } else if (value.isNull()) {
      node.putNull(field);
    } else {
      throw new IllegalArgumentException(
          "Cannot send a value of kind " + value.kind() + ": expected text, a number, or fields");
    }
  }

  /** The inverse of {@link #write}. */
  public static SinkRecord read(JsonNode node) {
    Value key = value(node.path("key"));
    SinkRecord record =
        node.path("operation").asText().equals("delete")
            ? SinkRecord.delete(key)
            : SinkRecord.put(key, value(node.path("value")));
    return record.at(SourcePosition.of(node.path("split").asText(), node.path("offset").asLong()));
  }

  private static Value value(JsonNode node) {
    if (node.isTextual()) {
      return Value.of(node.asText());
    } else if (node.isIntegralNumber()) {
      return Value.of(node.asLong());
    } else if (node.isObject()) {
      Map<String, Value> fields = new LinkedHashMap<>();
      node.properties().forEach(field -> fields.put(field.getKey(), value(field.getValue())));
      return Value.of(fields);
    }
    return Value.ofNull();
  }
}
