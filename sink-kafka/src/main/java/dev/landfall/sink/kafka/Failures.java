package dev.landfall.sink.kafka;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/** Says what an error of the client means to the host (SI-1). Stateless, thread-safe. */
final class Failures {
  private Failures() {}

  /** Waits out an interruption that the client has wrapped, and names everything else. */
  static SinkException of(String what, Throwable error) throws InterruptedException {
    Throwable cause = unwrapped(error);
    if (cause instanceof InterruptException || cause instanceof InterruptedException) {
      boolean interrupted = Thread.interrupted(); // the client sets the flag as well as throwing
      throw new InterruptedException("interrupted in: " + what + (interrupted ? "" : " "));
    }
    String message =
        "Cannot " + what + ": " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
    return isPassing(cause)
        ? new StoreUnavailableException(message, cause)
        : new SinkException(message, cause);
  }

  /** Whether the broker has ended the transaction or its producer. */
  static boolean isFence(Throwable error) {
    Throwable cause = unwrapped(error);
    while (cause != null) {
      if (cause instanceof ProducerFencedException
          || cause instanceof InvalidProducerEpochException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Whether a start from the last durable checkpoint may mend it. */
  private static boolean isPassing(Throwable cause) {
    if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
      return false;
    }
    return cause instanceof RetriableException
        || cause instanceof TransactionAbortableException
        || cause instanceof OutOfOrderSequenceException
        || cause instanceof InvalidPidMappingException
        || cause instanceof IOException
        || cause instanceof TimeoutException // no answer within our own bound
        || isFence(cause)
        // The client wraps what made its transaction unusable.
        || (cause.getClass() == KafkaException.class
            && cause.getCause() != null
            && cause.getCause() != cause
            && isPassing(cause.getCause()));
  }

  static Throwable unwrapped(Throwable error) {
    Throwable cause = error;
    while ((cause instanceof ExecutionException || cause instanceof CompletionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
