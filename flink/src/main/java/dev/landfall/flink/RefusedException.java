package dev.landfall.flink;

import dev.landfall.sdk.SinkException;

/** The job cannot run as it is configured: restarting would be refused the same way. */
final class RefusedException extends SinkException {
  RefusedException(String message) {
    super(message);
  }

  RefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
