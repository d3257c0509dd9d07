package dev.landfall.conformance.report;

import dev.landfall.conformance.model.History;
import dev.landfall.conformance.model.RunResult;
import dev.landfall.conformance.probe.FactSheet;
import java.util.List;
import java.util.Optional;

/**
 * Everything that goes into a report folder. Immutable, thread-safe.
 *
 * @param result what the run gave
 * @param histories those that were kept, at least of the runs that failed
 * @param facts what the probe was told about the store, if it was asked
 * @param options stand behind a token in the command that repeats its run: {@code --file x.yaml};
 *     empty for the simulated store
 */
public record Report(
    RunResult result, List<History> histories, Optional<FactSheet> facts, String options) {
  /** Copies. */
  public Report {
    histories = List.copyOf(histories);
  }

  /** The command that repeats one of its runs, for a shell. */
  String replay(String token) {
    return replay(token, options);
  }

  /**
   * The command that repeats a run, for a shell.
   *
   * @param options see {@link #options()}
   */
  public static String replay(String token, String options) {
    // A token holds no quote, but nobody has to rely on that.
    String quoted = "'" + token.replace("'", "'\\''") + "'";
    return "landfall conformance replay " + quoted + (options.isEmpty() ? "" : " " + options);
  }
}
