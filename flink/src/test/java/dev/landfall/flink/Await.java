package dev.landfall.flink;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a bound. Stateless, thread-safe. */
final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Await() {}

  static void until(String what, Callable<Boolean> condition) throws Exception {
    if (!within(LIMIT, condition)) {
      throw new AssertionError("no " + what + " within " + LIMIT);
    }
  }

  /** Whether the condition came true in time. */
  static boolean within(Duration limit, Callable<Boolean> condition) throws Exception {
    return within(limit, Duration.ofMillis(1), condition);
  }

  /** The same, with a pause between two looks that cost more than a moment. */
  static boolean within(Duration limit, Duration pause, Callable<Boolean> condition)
      throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
    return true;
  }
}
