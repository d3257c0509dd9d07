package dev.landfall.conformance.grade;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A bounded pool that does the parts of a grade in the order in which they were given, and tells
 * how far it is. {@link #judged} may be called by any thread, the rest by one at a time.
 */
final class Workforce implements AutoCloseable {
  private static final int THREADS = 2;
  private static final long BETWEEN_TELLINGS_MILLIS = 1000;

  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
  private final Consumer<GradeProgress> listener;
  private final AtomicInteger done = new AtomicInteger();
  private final LongAdder runs = new LongAdder();
  private int parts;

  /**
   * Starts no thread yet.
   *
   * @param listener told on the thread that waits, about once a second
   */
  Workforce(Consumer<GradeProgress> listener) {
    this.listener = listener;
  }

  <T> Future<T> give(Callable<T> part) {
    parts++;
    return pool.submit(
        () -> {
          T result = part.call();
          done.incrementAndGet();
          return result;
        });
  }

  /** One more run was judged. */
  void judged() {
    runs.increment();
  }

  /** Waits for all of them; what one of them threw is thrown again. */
  <T> List<T> await(List<Future<T>> futures) throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(await(future));
    }
    return results;
  }

  private <T> T await(Future<T> future) throws InterruptedException {
    while (true) {
      try {
        return future.get(BETWEEN_TELLINGS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException notYet) {
        listener.accept(new GradeProgress(done.get(), parts, runs.sum()));
      } catch (ExecutionException e) {
        throw new IllegalStateException("Cannot grade: " + e.getCause(), e);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
