package dev.landfall.flink;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.SinkId;
import dev.landfall.sdk.host.CommitFailedException;
import dev.landfall.sdk.host.ReplayRefusedException;
import java.io.IOException;

/** Tells Flink what may be tried again. Stateless, thread-safe. */
final class Failures {
  private Failures() {}

  /**
   * A failure while a task starts. Being fenced then is tried again: an attempt of the same job
   * that Flink has given up may have chosen the same generation a moment ago.
   */
  static IOException starting(SinkException e) {
    return isFinal(e) ? new FailJobException(e.getMessage(), e) : plain(e);
  }

  /**
   * A failure while a task runs. Being fenced then means that another job has taken over: an
   * attempt of the same job takes over only after Flink has ended this one, whose failures count no
   * more. Restarting would fence the other job, which would restart, and so on.
   */
  static IOException running(SinkId sink, SinkException e) {
    if (isFenced(e)) {
      return new FailJobException(
          "Cannot go on with sink "
              + sink
              + " of this job: "
              + e.getMessage()
              + " (another job runs under the identity "
              + sink
              + ": end one of them, or give each its own)",
          e);
    }
    return starting(e);
  }

  private static boolean isFinal(SinkException e) {
    return e instanceof CommitFailedException
        || e instanceof ReplayRefusedException
        || e instanceof RefusedException;
  }

  /** A poisoned writer tells its first error as the cause. */
  private static boolean isFenced(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof FencedException) {
        return true;
      }
    }
    return false;
  }

  private static IOException plain(SinkException e) {
    return new IOException(e.getMessage(), e);
  }
}
