package dev.landfall.runner;

import java.time.Duration;

/**
 * What a run did. Immutable, thread-safe.
 *
 * @param read records read, rejected ones included; after a restart within the run some of them
 *     twice
 * @param written records handed to the sink
 * @param rejected records left out
 * @param committed records whose checkpoint is durable and committed
 * @param recovered records of the restored checkpoint that the start committed, or found committed
 * @param checkpoints checkpoints completed
 * @param restarts restarts from the last durable checkpoint within the run
 * @param elapsed from the call to the end
 * @param end why it ended
 */
public record RunSummary(
    long read,
    long written,
    long rejected,
    long committed,
    long recovered,
    long checkpoints,
    int restarts,
    Duration elapsed,
    End end) {
  /** Why a run ended. */
  public enum End {
    /** Every split is at its end, and a last checkpoint covers it (HO-10). */
    END_OF_INPUT,
    /** Nothing had come since the restored checkpoint. */
    NOTHING_TO_DO,
    /** Somebody asked for it; a last checkpoint covers what was read. */
    STOPPED,
    /** An error ended it; what no checkpoint covers is read again at the next start. */
    FAILED
  }
}
