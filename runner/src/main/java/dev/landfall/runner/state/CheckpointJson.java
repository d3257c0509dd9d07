package dev.landfall.runner.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.host.Pending;
import dev.landfall.sdk.source.SplitPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The body of a checkpoint, format version 1. Stateless, thread-safe. */
final class CheckpointJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private CheckpointJson() {}

  static byte[] write(Checkpoint checkpoint) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("id", checkpoint.id().value());
    root.put("generation", checkpoint.generation().value());
    root.put("taken", checkpoint.taken().toString());
    writeOwner(root.putObject("owner"), checkpoint.owner());
    ObjectNode splits = root.putObject("splits");
    checkpoint
        .positions()
        .forEach((split, position) -> position.fields().forEach(splits.putObject(split)::put));
    ArrayNode newest = root.putArray("newest");
    checkpoint.newest().forEach(interval -> newest.add(interval.toString()));
    ArrayNode pending = root.putArray("pending");
    checkpoint.pending().forEach(one -> writePending(pending.addObject(), one));
    try {
      return MAPPER.writeValueAsBytes(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory cannot fail to be written", e);
    }
  }

  private static void writeOwner(ObjectNode node, StateOwner owner) {
    node.put("pipeline", owner.pipeline());
    node.put("source", owner.source());
    node.put("sink", owner.sink());
    node.put("sink-id", owner.sinkId());
    node.put("mode", owner.mode());
  }

  private static void writePending(ObjectNode node, Pending pending) {
    pending.checkpoint().ifPresent(id -> node.put("checkpoint", id.value()));
    node.put("committable", CommittableCodec.encode(pending.committable()));
  }

  static Checkpoint read(byte[] body, String name) throws StateException {
    try {
      JsonNode root = MAPPER.readTree(body);
      return new Checkpoint(
          new CheckpointId(root.required("id").longValue()),
          new Generation(root.required("generation").longValue()),
          readOwner(root.required("owner")),
          Instant.parse(root.required("taken").textValue()),
          readPositions(root.required("splits")),
          readNewest(root.required("newest")),
          readPending(root.required("pending")));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      // The checksum was right, so this is no damage of the device; say what it is all the same.
      throw new StateException(
          StateException.Reason.DAMAGED, "Cannot read " + name + ": " + e.getMessage(), e);
    }
  }

  private static StateOwner readOwner(JsonNode node) {
    return new StateOwner(
        node.required("pipeline").textValue(),
        node.required("source").textValue(),
        node.required("sink").textValue(),
        node.required("sink-id").textValue(),
        node.required("mode").textValue());
  }

  private static Map<String, SplitPosition> readPositions(JsonNode node) {
    Map<String, SplitPosition> positions = new TreeMap<>();
    for (Map.Entry<String, JsonNode> split : node.properties()) {
      Map<String, String> fields = new TreeMap<>();
      for (Map.Entry<String, JsonNode> field : split.getValue().properties()) {
        fields.put(field.getKey(), field.getValue().textValue());
      }
      positions.put(split.getKey(), new SplitPosition(fields));
    }
    return positions;
  }

  private static List<IntervalId> readNewest(JsonNode node) {
    List<IntervalId> newest = new ArrayList<>();
    node.forEach(interval -> newest.add(IntervalId.parse(interval.textValue())));
    return newest;
  }

  private static List<Pending> readPending(JsonNode node) throws IOException {
    List<Pending> pending = new ArrayList<>();
    for (JsonNode one : node) {
      JsonNode id = one.path("checkpoint");
      pending.add(
          new Pending(
              id.isMissingNode() ? Optional.empty() : Optional.of(new CheckpointId(id.longValue())),
              CommittableCodec.decode(one.required("committable").binaryValue())));
    }
    return pending;
  }
}
