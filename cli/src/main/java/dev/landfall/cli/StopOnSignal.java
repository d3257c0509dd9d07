package dev.landfall.cli;

import dev.landfall.runner.Pipeline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGTERM and SIGINT into an orderly end: a last checkpoint, its commit, then the end of the
 * process. Owned by the thread that runs the pipeline.
 */
final class StopOnSignal {
  /** A store that is away must not keep the process for ever; the next start recovers. */
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch hasEnded = new CountDownLatch(1);
  private final Thread hook;

  private StopOnSignal(Pipeline pipeline) {
    hook = new Thread(() -> stop(pipeline), "landfall-stop");
  }

  static StopOnSignal of(Pipeline pipeline) {
    StopOnSignal stop = new StopOnSignal(pipeline);
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  /** Runs while the JVM shuts down, which waits for it. */
  private void stop(Pipeline pipeline) {
    pipeline.stop();
    try {
      boolean inOrder = hasEnded.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!inOrder) {
        System.err.println(
            "Cannot end in order within " + PATIENCE_SECONDS + " s; ending as a crash");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The pipeline has ended, by itself or by the signal. */
  void ended() {
    hasEnded.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown is what ended the pipeline: the hook is running, and returns now.
    }
  }
}
