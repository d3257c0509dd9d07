package dev.landfall.flink;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.WithBoundedness;

/**
 * What Flink says about a job's checkpoints when it translates the job; a running task is not told.
 * Immutable, thread-safe.
 *
 * @param checkpoints what kind there is
 * @param interval between two; zero where there are none
 */
record JobTerms(Checkpoints checkpoints, Duration interval) implements Serializable {
  private static final long serialVersionUID = 1;

  /** Of a sink that Flink has not translated, such as one in a test of an operator. */
  static final JobTerms UNKNOWN = new JobTerms(Checkpoints.UNKNOWN, Duration.ZERO);

  /** The kinds that matter to a sink. */
  enum Checkpoints {
    UNKNOWN,
    /** A bounded job without any: everything is committed at its end. */
    BATCH,
    OFF,
    AT_LEAST_ONCE,
    EXACTLY_ONCE
  }

  static JobTerms of(DataStream<?> input) {
    StreamExecutionEnvironment environment = input.getExecutionEnvironment();
    if (isBatch(environment, input.getTransformation())) {
      return new JobTerms(Checkpoints.BATCH, Duration.ZERO);
    }
    CheckpointConfig config = environment.getCheckpointConfig();
    if (!config.isCheckpointingEnabled()) {
      return new JobTerms(Checkpoints.OFF, Duration.ZERO);
    }
    Checkpoints kind =
        config.getCheckpointingConsistencyMode() == CheckpointingMode.EXACTLY_ONCE
            ? Checkpoints.EXACTLY_ONCE
            : Checkpoints.AT_LEAST_ONCE;
    return new JobTerms(kind, Duration.ofMillis(config.getCheckpointInterval()));
  }

  private static boolean isBatch(StreamExecutionEnvironment environment, Transformation<?> input) {
    RuntimeExecutionMode mode = environment.getConfiguration().get(ExecutionOptions.RUNTIME_MODE);
    return switch (mode) {
      case BATCH -> true;
      case STREAMING -> false;
      case AUTOMATIC ->
          input.getTransitivePredecessors().stream()
              .noneMatch(
                  one ->
                      one instanceof WithBoundedness source
                          && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED);
    };
  }
}
