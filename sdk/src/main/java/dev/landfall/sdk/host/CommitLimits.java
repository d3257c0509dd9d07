package dev.landfall.sdk.host;

import java.time.Duration;

/**
 * How long the committer asks a store again before it gives up and leaves the work pending.
 * Immutable, thread-safe.
 *
 * @param patience for one committable, from the first attempt on
 * @param firstBackOff before the second attempt; doubled each time, with jitter
 * @param maxBackOff the longest wait between two attempts
 */
public record CommitLimits(Duration patience, Duration firstBackOff, Duration maxBackOff) {
  /** Two minutes, which outlasts the restart of a store; 50 ms doubling up to 5 s. */
  public static final CommitLimits DEFAULT =
      new CommitLimits(Duration.ofMinutes(2), Duration.ofMillis(50), Duration.ofSeconds(5));

  public CommitLimits {
    if (patience.isNegative()
        || firstBackOff.isNegative()
        || maxBackOff.compareTo(firstBackOff) < 0) {
      throw new IllegalArgumentException(
          "Cannot use commit limits of "
              + patience
              + ", "
              + firstBackOff
              + " and "
              + maxBackOff
              + ": expected none below zero and the first back-off at most the longest");
    }
  }
}
