package dev.landfall.sink.s3;

import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;
import java.net.UnknownHostException;
import java.util.Set;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tells what S3 and its client throw. Stateless, thread-safe.
 *
 * <p>A client that gave up waiting is not a failed request: it may have been applied. Only an
 * answer below 500 that is no throttling says that it was not.
 */
final class S3Errors {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int PRECONDITION_FAILED = 412;
  private static final int SERVER_ERROR = 500;

  /** Answers below 500 after which the same request may succeed. */
  private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);

  private static final Set<String> PASSING_CODES =
      Set.of("RequestTimeout", "SlowDown", "Throttling", "RequestTimeTooSkewed");

  private S3Errors() {}

  /** A call of the client. */
  interface Call<T> {
    T run();
  }

  static <T> T translate(String what, Call<T> call) throws SinkException, InterruptedException {
    try {
      return call.run();
    } catch (AbortedException e) {
      // The client sees the interruption, and leaves the flag set or not by version.
      Thread.interrupted();
      InterruptedException interrupted = new InterruptedException("interrupted: " + what);
      interrupted.initCause(e);
      throw interrupted;
    } catch (SdkException e) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException("interrupted: " + what);
        interrupted.initCause(e);
        throw interrupted;
      }
      throw failure(what, e);
    }
  }

  private static SinkException failure(String what, SdkException e) {
    String message = "Cannot " + what + ": " + told(e);
    if (e instanceof S3Exception answer && isFinal(answer)) {
      return new SinkException(message, e);
    }
    return new StoreUnavailableException(message, e);
  }

  /** The client tells neither the host nor the reason of one that no name server knows. */
  private static String told(SdkException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof UnknownHostException
        ? "no such host: " + cause.getMessage()
        : String.valueOf(e.getMessage());
  }

  private static boolean isFinal(S3Exception answer) {
    boolean passing =
        PASSING.contains(answer.statusCode())
            || (answer.awsErrorDetails() != null
                && PASSING_CODES.contains(String.valueOf(answer.awsErrorDetails().errorCode())));
    return answer.statusCode() > 0 && answer.statusCode() < SERVER_ERROR && !passing;
  }

  static boolean isNotFound(S3Exception e) {
    return e.statusCode() == NOT_FOUND;
  }

  static boolean isPreconditionFailed(S3Exception e) {
    return e.statusCode() == PRECONDITION_FAILED;
  }

  static boolean isConflict(S3Exception e) {
    return e.statusCode() == CONFLICT;
  }
}
