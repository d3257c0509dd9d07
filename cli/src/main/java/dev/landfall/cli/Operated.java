package dev.landfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.PipelineAdministration;
import dev.landfall.runner.PipelineDefinition;
import dev.landfall.runner.RunException;
import dev.landfall.runner.state.Holder;
import dev.landfall.sdk.SinkId;
import java.util.List;
import java.util.Optional;

/**
 * One pipeline under an operator's command. One thread at a time.
 *
 * @param definition what its file says
 * @param administration its opened sink
 * @param console where to print and whom to ask
 * @param json whether to print JSON
 */
record Operated(
    PipelineDefinition definition,
    PipelineAdministration administration,
    Console console,
    boolean json) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  SinkId sink() {
    return definition.sinkId();
  }

  /** Prints a result: a whole JSON document, or the lines. */
  void print(ObjectNode result, List<String> lines) throws JsonProcessingException {
    if (json) {
      console.out().println(MAPPER.writeValueAsString(result));
    } else {
      lines.forEach(console.out()::println);
    }
  }

  /** A JSON document that says what it is about. */
  ObjectNode result() {
    ObjectNode result = Entries.NODES.objectNode();
    result.put("pipeline", sink().pipeline());
    result.put("sink", sink().sink());
    result.put("type", definition.sinkType());
    return result;
  }

  ArrayNode array() {
    return Entries.NODES.arrayNode();
  }

  /** Says what a person must know before they believe a list. */
  void warn() throws RunException, InterruptedException {
    if (administration.stateDirectory().isEmpty()) {
      console
          .err()
          .println(
              "note: there is no '"
                  + definition.checkpoint().directory()
                  + "' here, so nothing tells what a checkpoint counts on");
    }
    Optional<Holder> holder = administration.liveHolder();
    if (holder.isPresent()) {
      console
          .err()
          .println("note: " + holder.get() + " runs the pipeline; what is listed is on its way");
    }
  }
}
