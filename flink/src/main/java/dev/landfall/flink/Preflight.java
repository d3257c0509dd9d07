package dev.landfall.flink;

import dev.landfall.sdk.Finding;
import dev.landfall.sdk.Guarantee;
import dev.landfall.sdk.IdempotentSink;
import dev.landfall.sdk.PipelineTerms;
import dev.landfall.sdk.Sink;
import dev.landfall.sdk.SinkException;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses a job that cannot give what is asked for, before its first write (SI-6, T-9). Immutable,
 * thread-safe.
 *
 * <p>Every writer asks, since each may run on a machine with another view of the store.
 */
record Preflight(SinkSpec spec, JobTerms job, int parallelism) {
  private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);

  /** Whether Flink would have to restart a job that a store's short absence keeps from starting. */
  enum Attempt {
    /** Nothing was written yet, and a person is likely to look: what is missing ends the job. */
    FIRST,
    /** The job has run before: what is missing may come back, so the restart strategy decides. */
    LATER
  }

  void check(Sink sink, Attempt attempt) throws SinkException, InterruptedException {
    requireCheckpoints(sink);
    requireGuarantee(sink);
    List<Finding> findings = sink.preflight(terms());
    List<Finding> errors =
        findings.stream().filter(one -> one.severity() == Finding.Severity.ERROR).toList();
    findings.stream()
        .filter(one -> one.severity() == Finding.Severity.WARNING)
        .forEach(one -> LOG.warn("Sink {}: {}", spec.id(), one));
    if (!errors.isEmpty()) {
      throw attempt == Attempt.FIRST
          ? new RefusedException(message(errors))
          : new SinkException(message(errors));
    }
  }

  private void requireCheckpoints(Sink sink) throws RefusedException {
    boolean exact = spec.guarantee() == Guarantee.Level.EXACTLY_ONCE;
    if (sink instanceof IdempotentSink) {
      return;
    }
    switch (job.checkpoints()) {
      case OFF -> requireOnPurpose();
      case AT_LEAST_ONCE -> {
        if (exact) {
          throw refused(
              "the checkpointing mode is AT_LEAST_ONCE, expected EXACTLY_ONCE",
              "set execution.checkpointing.mode, or ask for guarantee(AT_LEAST_ONCE)");
        }
      }
      case UNKNOWN, BATCH, EXACTLY_ONCE -> {}
    }
  }

  /** A job without a checkpoint of its own would write for ever and show nothing. */
  private void requireOnPurpose() throws RefusedException {
    String why = "checkpointing is off, and this mode makes records visible at checkpoints only";
    switch (spec.withoutCheckpoints()) {
      case REFUSE ->
          throw refused(
              why,
              "env.enableCheckpointing(…), or execution.checkpointing.interval; or"
                  + " acceptNoCheckpoints() if they may stay invisible until the job is stopped"
                  + " with a savepoint or its input ends");
      case ACCEPT -> LOG.warn("Sink {}: {}; this was accepted", spec.id(), why);
    }
  }

  private void requireGuarantee(Sink sink) throws RefusedException {
    Guarantee.Level given = sink.guarantee().level();
    if (!given.covers(spec.guarantee())) {
      throw refused(
          "it gives " + given + " in this mode, expected " + spec.guarantee() + " or more",
          "choose another mode, or ask for less with guarantee(…)");
    }
  }

  private PipelineTerms terms() {
    // Whether records have a key is known to the converter alone; one without is rejected by name.
    return new PipelineTerms(
        spec.guarantee(), job.interval(), spec.toleratedDowntime(), parallelism, true);
  }

  private RefusedException refused(String why, String remedy) {
    return new RefusedException(
        "Cannot run the sink '"
            + spec.type()
            + "' as "
            + spec.id()
            + ": "
            + why
            + " ("
            + remedy
            + ")");
  }

  private String message(List<Finding> errors) {
    return errors.stream()
        .map(error -> "\n  " + error.what() + " (" + error.remedy() + ")")
        .collect(
            Collectors.joining(
                "",
                "Cannot start the sink '" + spec.type() + "' as " + spec.id() + ": preflight found",
                ""));
  }
}
