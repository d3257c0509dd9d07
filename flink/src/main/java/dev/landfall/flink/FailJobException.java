package dev.landfall.flink;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Restarting would end the same way, or do harm: records are lost or in doubt, another job has
 * taken over, or the job cannot run as it is configured (T-5). Flink fails the job whatever its
 * restart strategy says.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class FailJobException extends IOException {
  FailJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
