package dev.landfall.flink;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * An even rate up to a number of records in each attempt of a job, and then nothing until a file is
 * there: {@link PatientRate} for task managers in processes of their own.
 */
final class GatedRate<S extends SourceSplit> implements RateLimiterStrategy<S> {
  private static final long serialVersionUID = 1;

  private final double perSecond;
  private final long hold;
  private final String gate;

  GatedRate(double perSecond, long hold, String gate) {
    this.perSecond = perSecond;
    this.hold = hold;
    this.gate = gate;
  }

  @Override
  public RateLimiter<S> createRateLimiter(int parallelism) {
    return new Limiter<>(perSecond / parallelism, hold / parallelism, Path.of(gate));
  }

  /** Counts the records of one subtask. One thread at a time. */
  private static final class Limiter<S extends SourceSplit> implements RateLimiter<S> {
    private static final int BURST = 20;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long pauseNanos;
    private final long hold;
    private final Path gate;
    private long count;

    Limiter(double perSecond, long hold, Path gate) {
      this.pauseNanos = (long) (BURST / perSecond * 1e9);
      this.hold = hold;
      this.gate = gate;
    }

    @Override
    public CompletionStage<Void> acquire(int records) {
      return acquire();
    }

    /** What Flink 1.20 calls. */
    @Override
    public CompletionStage<Void> acquire() {
      count++;
      if (count > hold) {
        return untilOpen();
      }
      return count % BURST == 0 ? later(pauseNanos) : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> untilOpen() {
      return Files.exists(gate)
          ? CompletableFuture.completedFuture(null)
          : later(LOOK_NANOS).thenCompose(looked -> untilOpen());
    }

    private static CompletableFuture<Void> later(long nanos) {
      return CompletableFuture.runAsync(
          () -> {}, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS));
    }
  }
}
