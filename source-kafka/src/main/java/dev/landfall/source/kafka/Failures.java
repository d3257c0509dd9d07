package dev.landfall.source.kafka;

import dev.landfall.sdk.source.SourceException;
import dev.landfall.sdk.source.SourceUnavailableException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;

/** Says what an error of the client means to the host. Stateless, thread-safe. */
final class Failures {
  private Failures() {}

  static SourceException of(String what, Throwable error) throws InterruptedException {
    Throwable cause =
        error instanceof ExecutionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof InterruptException) {
      boolean interrupted = Thread.interrupted(); // the client sets the flag as well as throwing
      throw new InterruptedException("interrupted in: " + what + (interrupted ? "" : " "));
    }
    String message =
        "Cannot " + what + ": " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return cause instanceof RetriableException
            || cause instanceof java.util.concurrent.TimeoutException
        ? new SourceUnavailableException(message, cause)
        : new SourceException(message, cause);
  }
}
