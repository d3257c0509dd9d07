package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * The threads that compress and send beside the thread that writes. Thread-safe.
 *
 * <p>Both kinds of work are bounded: who hands over more waits (SI-3). Work that sends may wait for
 * work that was handed over before it, and never for later work, so that a full pool cannot block
 * itself.
 */
final class Workers implements AutoCloseable {
  /** Blocks that wait for a thread, beside those in work. */
  private static final int WAITING_PER_THREAD = 2;

  private final ExecutorService compressing;
  private final ExecutorService sending;
  private final Semaphore compressSlots;
  private final Semaphore sendSlots;

  Workers(int compressThreads, int sendThreads, ThreadFactory threads) {
    compressing = Executors.newFixedThreadPool(compressThreads, threads);
    sending = Executors.newFixedThreadPool(sendThreads, threads);
    compressSlots = new Semaphore(compressThreads * (1 + WAITING_PER_THREAD));
    sendSlots = new Semaphore(sendThreads * 2);
  }

  <T> CompletableFuture<T> compress(Callable<T> work) throws InterruptedException {
    return submit(compressing, compressSlots, work);
  }

  <T> CompletableFuture<T> send(Callable<T> work) throws InterruptedException {
    return submit(sending, sendSlots, work);
  }

  /** Waits for a result; an error comes out as what it was. */
  static <T> T await(Future<T> future) throws SinkException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Waits until a piece of work has ended, whatever came of it. */
  static void settle(Future<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException e) {
      // Who wanted its result is told.
    }
  }

  private static SinkException unwrapped(Throwable thrown) throws InterruptedException {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof SinkException e) {
      return e;
    }
    if (cause instanceof InterruptedException e) {
      return new StoreUnavailableException("Cannot send data: a sending thread was ended", e);
    }
    return new SinkException("Cannot write an object: " + cause, cause);
  }

  private static <T> CompletableFuture<T> submit(
      ExecutorService pool, Semaphore slots, Callable<T> work) throws InterruptedException {
    slots.acquire();
    Task<T> task = new Task<>(slots, work, new CompletableFuture<>());
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      task.drop();
    }
    return task.result();
  }

  /** Ends the threads; who waits for work that had not begun is told. */
  @Override
  public void close() {
    drop(compressing.shutdownNow());
    drop(sending.shutdownNow());
  }

  private static void drop(List<Runnable> waiting) {
    for (Runnable work : waiting) {
      if (work instanceof Task<?> task) {
        task.drop();
      }
    }
  }

  /** One piece of work that holds a slot until it has ended. */
  private record Task<T>(Semaphore slots, Callable<T> work, CompletableFuture<T> result)
      implements Runnable {
    @Override
    @SuppressWarnings("CatchingUnchecked") // whatever it is, who waits must hear of it
    public void run() {
      try {
        result.complete(work.call());
      } catch (Exception | Error e) {
        result.completeExceptionally(e);
      } finally {
        slots.release();
      }
    }

    void drop() {
      result.completeExceptionally(
          new StoreUnavailableException("Cannot write an object: the sink was closed"));
      slots.release();
    }
  }
}
