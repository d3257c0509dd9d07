package dev.landfall.flink;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * An even rate up to a number of records, and then a trickle until the fault of the test has
 * happened: without any record a checkpoint would have nothing to commit, and a committer that is
 * to die in a commit would live on. A blocked source would hold checkpoints up as well; one that
 * waits for a future does not.
 */
final class PatientRate<S extends SourceSplit> implements RateLimiterStrategy<S> {
  private static final long serialVersionUID = 1;

  private final double perSecond;
  private final long hold;

  PatientRate(double perSecond, long hold) {
    this.perSecond = perSecond;
    this.hold = hold;
  }

  @Override
  public RateLimiter<S> createRateLimiter(int parallelism) {
    return new Limiter<>(perSecond / parallelism, hold / parallelism);
  }

  /** Counts the records of one subtask. One thread at a time. */
  private static final class Limiter<S extends SourceSplit> implements RateLimiter<S> {
    private static final int BURST = 20;
    private static final long TRICKLE_MILLIS = 100;

    private final long pauseNanos;
    private final long hold;
    private long count;

    Limiter(double perSecond, long hold) {
      this.pauseNanos = (long) (BURST / perSecond * 1e9);
      this.hold = hold;
    }

    @Override
    public CompletionStage<Void> acquire(int records) {
      return acquire();
    }

    /** What Flink 1.20 calls. */
    @Override
    public CompletionStage<Void> acquire() {
      count++;
      if (count > hold && !Faults.over().isDone()) {
        return Faults.over().copy().completeOnTimeout(null, TRICKLE_MILLIS, TimeUnit.MILLISECONDS);
      }
      return count % BURST == 0
          ? CompletableFuture.runAsync(
              () -> {}, CompletableFuture.delayedExecutor(pauseNanos, TimeUnit.NANOSECONDS))
          : CompletableFuture.completedFuture(null);
    }
  }
}
