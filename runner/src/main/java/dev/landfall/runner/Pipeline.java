package dev.landfall.runner;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline in this process: from the newest checkpoint to the end of its input, or until
 * it is stopped. {@link #run} is called once; {@link #stop} is thread-safe.
 *
 * <p>When a store or source is away, the run starts again from its last durable checkpoint, a
 * bounded number of times in a row (HO-6, HO-14).
 */
public final class Pipeline {
  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final PipelineDefinition definition;
  private final RunOptions options;
  private final Connectors connectors;
  private final RunListener listener;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Guarded by {@code this}. */
  private @Nullable Attempt current;

  private Pipeline(
      PipelineDefinition definition,
      RunOptions options,
      Connectors connectors,
      RunListener listener) {
    this.definition = definition;
    this.options = options;
    this.connectors = connectors;
    this.listener = listener;
  }

  /** Makes a pipeline that is ready to run; touches nothing. */
  public static Pipeline of(
      PipelineDefinition definition,
      RunOptions options,
      Connectors connectors,
      RunListener listener) {
    RunListener measuring = new MeasuringListener(listener, options.metrics(), options.time());
    return new Pipeline(definition, options, connectors, measuring);
  }

  /**
   * Opens the sink of a pipeline for an operator: lists, and ends by order, what the pipeline left
   * in its store. Takes no state until something is to be changed; the caller closes it.
   *
   * @throws RunException if the sink cannot be opened
   */
  public static PipelineAdministration administer(
      PipelineDefinition definition, RunOptions options, Connectors connectors)
      throws RunException {
    return PipelineAdministration.open(definition, options, connectors);
  }

  /**
   * Runs; returns when the input has ended and a last checkpoint covers it (HO-10), or after {@link
   * #stop}.
   *
   * @throws RunException if it ended otherwise; everything that is durable is committed now or at
   *     the next start
   * @throws InterruptedException if the calling thread was interrupted; the run ends as after a
   *     crash
   */
  public RunSummary run() throws RunException, InterruptedException {
    long start = options.time().nanos();
    Tally total = Tally.NOTHING;
    RunOptions now = options;
    int restarts = 0;
    int inARow = 0;
    while (true) {
      Attempt attempt = begin(now);
      try {
        RunSummary.End end = attempt.run();
        Duration elapsed = Duration.ofNanos(options.time().nanos() - start);
        return summary(total.plus(attempt.tally()), restarts, elapsed, end);
      } catch (AttemptException e) {
        inARow = attempt.tally().checkpoints() > 0 ? 1 : inARow + 1;
        if (e.remedy() == AttemptException.Remedy.NONE || inARow > options.restarts()) {
          Duration elapsed = Duration.ofNanos(options.time().nanos() - start);
          throw e.toRunException(
              summary(total.plus(attempt.tally()), restarts, elapsed, RunSummary.End.FAILED));
        }
        total = total.plus(attempt.tally());
        restarts++;
        now = attempt.hasRecovered() ? now.again() : now;
        pause(e, inARow);
      }
    }
  }

  /**
   * Opens source and sink and asks what they miss, as {@link #run} does first; takes no state and
   * changes nothing. The listener is told of warnings and guarantee.
   *
   * @throws RunException if the pipeline would not start
   * @throws InterruptedException if the calling thread was interrupted
   */
  public void check() throws RunException, InterruptedException {
    try {
      begin(options).check();
    } catch (AttemptException e) {
      throw e.toRunException();
    }
  }

  private static RunSummary summary(
      Tally total, int restarts, Duration elapsed, RunSummary.End end) {
    return new RunSummary(
        total.read(),
        total.written(),
        total.rejected(),
        total.committed(),
        total.recovered(),
        total.checkpoints(),
        restarts,
        elapsed,
        end);
  }

  private synchronized Attempt begin(RunOptions now) {
    Attempt attempt = new Attempt(definition, now, connectors, listener);
    current = attempt;
    if (stopped.getCount() == 0) {
      attempt.stop();
    }
    return attempt;
  }

  private void pause(AttemptException cause, int inARow) throws InterruptedException {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(inARow - 1, 10));
    Duration bounded = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    LOG.warn(
        "Pipeline {} starts again in {} s (attempt {}/{}): {}",
        definition.pipeline(),
        bounded.toSeconds(),
        inARow,
        options.restarts(),
        cause.getMessage());
    listener.restarting(String.valueOf(cause.getMessage()), inARow, bounded);
    // A stop ends the pause; the next attempt then recovers, commits and ends at once.
    boolean woken = stopped.await(bounded.toNanos(), TimeUnit.NANOSECONDS);
    LOG.debug("woken by a stop: {}", woken);
  }

  /**
   * Asks for a last checkpoint, its commit, and an orderly end of {@link #run}. Returns at once;
   * may be called before {@code run} and more than once.
   */
  public synchronized void stop() {
    if (stopped.getCount() > 0) {
      stopped.countDown();
      if (current != null) {
        current.stop();
      }
    }
  }
}
