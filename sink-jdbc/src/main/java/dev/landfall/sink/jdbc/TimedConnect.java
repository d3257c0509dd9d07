package dev.landfall.sink.jdbc;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Connects on a thread of its own, for a driver may hang in a connect that nothing bounds: a server
 * that is stopped still accepts, and says nothing. Stateless, thread-safe.
 */
final class TimedConnect {
  private TimedConnect() {}

  /** Closes a connection that came too late. */
  interface Closing<C> {
    void close(C connection) throws SQLException;
  }

  /**
   * The connection.
   *
   * @throws SQLException why there is none, or none in time
   */
  static <C> C within(long nanos, ThreadFactory threads, Callable<C> connect, Closing<C> closing)
      throws SQLException, InterruptedException {
    FutureTask<C> connecting = new FutureTask<>(connect);
    threads.newThread(connecting).start();
    try {
      return connecting.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      closeWhenItComes(connecting, threads, closing);
      throw new SQLTransientConnectionException("no answer in time", e);
    } catch (InterruptedException e) {
      closeWhenItComes(connecting, threads, closing);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException refused) {
        throw refused;
      }
      throw new SQLException("the driver failed: " + e.getCause(), e);
    }
  }

  private static <C> void closeWhenItComes(
      FutureTask<C> connecting, ThreadFactory threads, Closing<C> closing) {
    Runnable close =
        () -> {
          try {
            closing.close(connecting.get());
          } catch (ExecutionException | SQLException e) {
            // It never came, which is what was told.
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    threads.newThread(close).start();
  }
}
