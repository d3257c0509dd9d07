package dev.landfall.conformance.wire.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.sdk.CommitOutcome;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.CommittableCodec;
import dev.landfall.sdk.DamagedStateException;
import dev.landfall.sdk.Generation;
import dev.landfall.sdk.IntervalId;
import dev.landfall.sdk.Liveness;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.WriterId;
import dev.landfall.sdk.WriterScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/** Values of the sdk as JSON, and back. Stateless, thread-safe. */
public final class Messages {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Messages() {}

  /** A new message. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** A plain value, such as a configuration. */
  public static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  /** One line, without its end. */
  public static String line(JsonNode message) {
    return message.toString();
  }

  /**
   * The inverse of {@link #line}.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the message '" + line + "'", e);
    }
  }

  // ---- names

  public static ObjectNode writer(WriterId writer) {
    return object()
        .put("pipeline", writer.sink().pipeline())
        .put("sink", writer.sink().sink())
        .put("subtask", writer.subtask());
  }

  public static WriterId writer(JsonNode node) {
    return sink(node).writer(node.path("subtask").asInt());
  }

  public static SinkId sink(JsonNode node) {
    return new SinkId(node.path("pipeline").asText(), node.path("sink").asText());
  }

  public static ObjectNode scope(WriterScope scope) {
    return writer(scope.writer()).put("parallelism", scope.parallelism());
  }

  public static WriterScope scope(JsonNode node) {
    return new WriterScope(
        sink(node), node.path("subtask").asInt(), node.path("parallelism").asInt());
  }

  public static Generation generation(JsonNode node) {
    return new Generation(node.asLong());
  }

  public static ArrayNode texts(Collection<?> values) {
    ArrayNode array = JSON.createArrayNode();
    values.forEach(value -> array.add(value.toString()));
    return array;
  }

  public static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  public static List<IntervalId> intervals(JsonNode array) {
    return texts(array).stream().map(IntervalId::parse).toList();
  }

  // ---- committables and what becomes of them

  /** As the sdk frames it, in base 64: a host keeps bytes and nothing else. */
  public static String committable(Committable committable) {
    return Base64.getEncoder().encodeToString(CommittableCodec.encode(committable));
  }

  /**
   * The inverse.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  public static Committable committable(JsonNode node) {
    try {
      return CommittableCodec.decode(Base64.getDecoder().decode(node.asText()));
    } catch (DamagedStateException e) {
      throw new IllegalArgumentException("Cannot read a committable: " + e.getMessage(), e);
    }
  }

  public static ObjectNode outcome(CommitOutcome outcome) {
    ObjectNode node =
        object().put("outcome", outcome.kind().name()).put("why", outcome.explanation());
    if (outcome instanceof CommitOutcome.RetryLater later) {
      node.put("afterMillis", later.after().toMillis());
    }
    return node;
  }

  public static CommitOutcome outcome(JsonNode node) {
    String why = node.path("why").asText();
    return switch (CommitOutcome.Kind.valueOf(node.path("outcome").asText())) {
      case COMMITTED -> CommitOutcome.committed();
      case ALREADY_COMMITTED -> CommitOutcome.alreadyCommitted(why);
      case RETRY_LATER ->
          CommitOutcome.retryLater(Duration.ofMillis(node.path("afterMillis").asLong()), why);
      case LOST -> CommitOutcome.lost(why);
      case IN_DOUBT -> CommitOutcome.inDoubt(why);
    };
  }

  public static ObjectNode liveness(Liveness liveness) {
    if (liveness instanceof Liveness.Gone gone) {
      return object().put("gone", gone.reason());
    }
    ObjectNode alive = object();
    ((Liveness.Alive) liveness).left().ifPresent(left -> alive.put("leftMillis", left.toMillis()));
    return alive;
  }

  public static Liveness liveness(JsonNode node) {
    if (node.has("gone")) {
      return Liveness.gone(node.path("gone").asText());
    }
    return node.has("leftMillis")
        ? Liveness.aliveFor(Duration.ofMillis(node.path("leftMillis").asLong()))
        : Liveness.alive();
  }
}
