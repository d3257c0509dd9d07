package dev.landfall.runner;

import dev.landfall.sdk.CheckpointId;
import dev.landfall.sdk.Committable;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.host.CommitReport;
import dev.landfall.sdk.host.Pending;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * The committing thread: calls the committers, one call after the other, beside the writing threads
 * (HO-3).
 */
final class CommitterTask {
  private final Committers committers;
  private final Events events;
  private final ExecutorService thread;
  private final Pulse pulse = new Pulse("the committer");

  CommitterTask(Committers committers, Events events, ThreadFactory threads) {
    this.committers = committers;
    this.events = events;
    this.thread = Executors.newSingleThreadExecutor(threads);
  }

  /** Tells what the committing thread is at. */
  Pulse pulse() {
    return pulse;
  }

  /** Commits what a durable checkpoint holds, and tells when that has ended (HO-4, HO-5). */
  void commit(CheckpointId checkpoint, List<Pending> pending) {
    submit(
        () -> {
          pulse.enter(Pulse.Call.COMMIT);
          CommitReport report = committers.commit(pending);
          pulse.leave();
          events.post(new Event.Committed(checkpoint, report));
        });
  }

  /** Whether everything pending can still be committed; ends with an exception if not (HO-13). */
  Future<?> requireAlive(List<Pending> pending, Duration needed) {
    return thread.submit(
        () -> {
          committers.requireAlive(pending, needed);
          return true;
        });
  }

  /** Lets go of log segments. */
  void forget(List<Committable> committables) {
    if (!committables.isEmpty()) {
      submit(() -> committers.forget(committables));
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
   * Lets the step that runs end within a bound, then ends the thread. The committers stay open.
   *
   * @return whether the thread has ended
   */
  boolean end() {
    thread.shutdown();
    return Patience.await(thread);
  }
}
