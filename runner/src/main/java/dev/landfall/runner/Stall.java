package dev.landfall.runner;

import java.time.Duration;

/**
 * A call of a sink that does not return. Immutable, thread-safe.
 *
 * @param who the writer or committer that called
 * @param call what it called
 * @param lasts for how long nothing has moved
 * @param limit a checkpoint that takes longer than this fails
 */
public record Stall(String who, String call, Duration lasts, Duration limit) {
  /** In one sentence with the remedy. */
  @Override
  public String toString() {
    return String.format(
        "%s has been in %s of the sink for %d s and nothing moves, expected an answer sooner"
            + " (look whether the store answers, is full, or holds a lock; a checkpoint that takes"
            + " longer than %d s fails; to end the run at once is safe, the next start recovers)",
        who, call, lasts.toSeconds(), limit.toSeconds());
  }
}
