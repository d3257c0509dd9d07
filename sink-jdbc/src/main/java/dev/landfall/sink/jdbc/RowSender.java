package dev.landfall.sink.jdbc;

import dev.landfall.sdk.SinkException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries a batch to the server while the next one is filled, so that the server's work and the
 * conversion of records go on side by side. At most one batch is on its way, and batches keep their
 * order: their session is used by one thread at a time. What went wrong with a batch is told by the
 * next call. One thread at a time.
 *
 * <p>An embedded database has no server to wait for, and its files do not survive the interruption
 * of a thread that is inside them: there the caller carries its batches itself.
 *
 * <p><b>Crash analysis.</b> A batch on its way belongs to the interval that is open, and {@link
 * #settle} comes before its flush or prepare returns. A crash before that loses nothing but what is
 * replayed.
 */
final class RowSender implements AutoCloseable {
  private final ThreadFactory threads;
  private final Place place;
  private @Nullable ExecutorService courier;
  private @Nullable Future<?> onItsWay;

  RowSender(ThreadFactory threads, Place place) {
    this.threads = threads;
    this.place = place;
  }

  static RowSender of(Database database) {
    boolean embedded = JdbcUrl.isInProcess(database.configuration().url());
    return new RowSender(database.context().threads(), embedded ? Place.EMBEDDED : Place.SERVER);
  }

  /** Where the rows go. */
  enum Place {
    SERVER,
    EMBEDDED
  }

  /** Writes a batch; nothing else uses its session meanwhile. */
  @FunctionalInterface
  interface Carriage {
    void go() throws SinkException, InterruptedException;
  }

  /**
   * Sends a batch, after the one before has arrived.
   *
   * @throws SinkException what went wrong with the batch before; this one is not sent then
   */
  void send(Carriage batch) throws SinkException, InterruptedException {
    settle();
    if (place == Place.EMBEDDED) {
      batch.go();
      return;
    }
    if (courier == null) {
      courier = Executors.newSingleThreadExecutor(threads);
    }
    onItsWay =
        courier.submit(
            () -> {
              batch.go();
              return null;
            });
  }

  /**
   * Returns when every batch has arrived.
   *
   * @throws SinkException what went wrong with the last one
   */
  void settle() throws SinkException, InterruptedException {
    Future<?> last = onItsWay;
    if (last == null) {
      return;
    }
    try {
      last.get();
      onItsWay = null;
    } catch (ExecutionException e) {
      onItsWay = null;
      Throwable cause = e.getCause();
      throw told(cause == null ? e : cause);
    }
  }

  private static SinkException told(Throwable cause) throws InterruptedException {
    if (cause instanceof SinkException failure) {
      return failure;
    }
    if (cause instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("Cannot write a batch: " + cause, cause);
  }

  /**
   * Gives up what is on its way, and returns when its session is free: at the latest when the
   * server's answer is overdue (see {@link Database}). Never interrupted; the next batch may be
   * sent after it.
   */
  @Override
  public void close() {
    ExecutorService used = courier;
    courier = null;
    onItsWay = null;
    if (used == null) {
      return;
    }
    used.shutdownNow();
    boolean interrupted = false;
    boolean over = false;
    while (!over) {
      try {
        over = used.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
