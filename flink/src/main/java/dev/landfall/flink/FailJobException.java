package dev.landfall.flink;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Restarting would end the same way: records are lost or in doubt, or another instance has taken
 * over (T-5). Flink fails the job.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class FailJobException extends IOException {
  FailJobException(Exception cause) {
    super(cause.getMessage(), cause);
  }
}
