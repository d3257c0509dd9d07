package dev.landfall.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.runner.RunException;
import dev.landfall.runner.RunSummary;
import dev.landfall.sdk.CheckpointId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;

/**
 * What a run did, for a program: one line of JSON. Keys are only ever added. Stateless,
 * thread-safe.
 *
 * <pre>
 * {"pipeline":"orders","end":"end-of-input","exit-code":0,"read":10,"written":10,"rejected":0,"committed":10,
 *  "recovered":0,"checkpoints":2,"restarts":0,"elapsed-seconds":0.7,"checkpoint":2}
 * </pre>
 *
 * <p>{@code end} is one of {@code end-of-input}, {@code nothing-to-do}, {@code stopped} and {@code
 * failed}; the last comes with {@code error} and {@code kind}. {@code checkpoint} is the newest
 * durable one, if there is any. A run that did not begin has no figures.
 */
final class SummaryJson {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final double MILLIS_A_SECOND = 1_000;

  private SummaryJson() {}

  static String ended(
      String pipeline, RunSummary summary, Optional<CheckpointId> newest, int exitCode) {
    ObjectNode root = begin(pipeline, word(summary.end()), exitCode);
    figures(root, summary);
    return end(root, newest);
  }

  static String failed(String pipeline, RunException failure, Optional<CheckpointId> newest) {
    ObjectNode root = begin(pipeline, word(RunSummary.End.FAILED), failure.kind().exitCode());
    failure.summary().ifPresent(summary -> figures(root, summary));
    root.put("kind", word(failure.kind()));
    root.put("error", failure.getMessage());
    return end(root, newest);
  }

  private static ObjectNode begin(String pipeline, String end, int exitCode) {
    return MAPPER
        .createObjectNode()
        .put("pipeline", pipeline)
        .put("end", end)
        .put("exit-code", exitCode);
  }

  private static void figures(ObjectNode root, RunSummary summary) {
    root.put("read", summary.read());
    root.put("written", summary.written());
    root.put("rejected", summary.rejected());
    root.put("committed", summary.committed());
    root.put("recovered", summary.recovered());
    root.put("checkpoints", summary.checkpoints());
    root.put("restarts", summary.restarts());
    root.put("elapsed-seconds", summary.elapsed().toMillis() / MILLIS_A_SECOND);
  }

  private static String end(ObjectNode root, Optional<CheckpointId> newest) {
    newest.ifPresent(id -> root.put("checkpoint", id.value()));
    try {
      return MAPPER.writeValueAsString(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree in memory cannot fail to be written", e);
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
