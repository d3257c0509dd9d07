package dev.landfall.runner;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Waits for threads to end, and not for ever. Stateless, thread-safe. */
final class Patience {
  /** What a thread may take to end by itself, and then again after it was interrupted. */
  static final long SECONDS = 10;

  private Patience() {}

  /**
   * Lets what runs end by itself, then interrupts it.
   *
   * @return whether all have ended
   */
  static boolean await(ExecutorService executor) {
    try {
      if (!executor.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
        return executor.awaitTermination(SECONDS, TimeUnit.SECONDS);
      }
      return true;
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
      return executor.isTerminated();
    }
  }

  /**
   * Awaits, then interrupts those that did not end by themselves.
   *
   * @return whether all have ended
   */
  static boolean awaitOrEnd(List<Thread> threads) {
    join(threads);
    return end(threads.stream().filter(Thread::isAlive).toList());
  }

  /**
   * Interrupts and awaits.
   *
   * @return whether all have ended
   */
  static boolean end(List<Thread> threads) {
    threads.forEach(Thread::interrupt);
    join(threads);
    return threads.stream().noneMatch(Thread::isAlive);
  }

  private static void join(List<Thread> threads) {
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
