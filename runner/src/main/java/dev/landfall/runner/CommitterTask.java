package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.CommitterDriver;
import dev.landfall.sdk.host.Pending;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * The committing thread: calls a committer driver, one call after the other, beside the writing
 * threads (HO-3).
 */
final class CommitterTask {
  private final CommitterDriver driver;
  private final Events events;
  private final ExecutorService thread;

  CommitterTask(CommitterDriver driver, Events events, ThreadFactory threads) {
    this.driver = driver;
    this.events = events;
    this.thread = Executors.newSingleThreadExecutor(threads);
  }

  /** Commits what a durable checkpoint holds, and tells when that has ended (HO-4, HO-5). */
  void commit(CheckpointId checkpoint, List<Pending> pending) {
    submit(
        () -> {
          events.post(new Event.Committed(checkpoint, driver.commit(pending)));
        });
  }

  /** Whether everything pending can still be committed; ends with an exception if not (HO-13). */
  Future<?> requireAlive(List<Pending> pending, Duration needed) {
    return thread.submit(
        () -> {
          driver.requireAlive(pending, needed);
          return true;
        });
  }

  /** Lets go of log segments. */
  void forget(List<Committable> committables) {
    if (!committables.isEmpty()) {
      submit(() -> driver.forget(committables));
    }
  }

  private void submit(Step step) {
    thread.execute(
        () -> {
          try {
            step.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (SinkException | RuntimeException | Error e) {
            events.post(new Event.Failed(e));
          }
        });
  }

  private interface Step {
    void run() throws SinkException, InterruptedException;
  }

  /**
   * Lets the step that runs end within a bound, then ends the thread. The driver stays open.
   *
   * @return whether the thread has ended
   */
  boolean end() {
    thread.shutdown();
    return Patience.await(thread);
  }
}
