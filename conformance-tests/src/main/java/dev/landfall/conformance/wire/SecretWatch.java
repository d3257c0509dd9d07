package dev.landfall.conformance.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.conformance.wire.message.Messages;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks for what the sink was told in confidence in whatever its process lets out (SI-9), and takes
 * it out of what is read by people. One thread at a time.
 */
final class SecretWatch {
  /** Keys of the protocol whose values are sentences. */
  private static final Set<String> SENTENCES = Set.of("message", "reason", "what", "remedy");

  private static final String COMMITTABLE = "committable";

  private final Confided confided;
  private final LogTail log;
  private final Consumer<String> told;

  /**
   * For one process.
   *
   * @param told hears where a secret has turned up
   */
  SecretWatch(Confided confided, LogTail log, Consumer<String> told) {
    this.confided = confided;
    this.log = log;
    this.told = told;
  }

  /** Reads a line of the protocol. */
  JsonNode read(String line) {
    JsonNode message = Messages.read(line);
    look(message);
    return message;
  }

  private void look(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        object.set(field.getKey(), looked(field.getKey(), field.getValue()));
      }
    } else {
      node.forEach(this::look);
    }
  }

  private JsonNode looked(String key, JsonNode value) {
    if (!value.isTextual()) {
      look(value);
      return value;
    }
    String text = key.equals(COMMITTABLE) ? state(value.asText()) : value.asText();
    if (confided.isToldBy(text)) {
      told.accept(key.equals(COMMITTABLE) ? "the state" : "an answer, as '" + key + "'");
    }
    return SENTENCES.contains(key) ? Messages.tree(confided.masked(text)) : value;
  }

  /** What can be read in it, whatever it means to the sink. */
  private static String state(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  /** Looks at what has been logged by now. */
  void lookAtLog() {
    if (confided.isToldBy(log.read())) {
      told.accept("the log");
    }
  }
}
