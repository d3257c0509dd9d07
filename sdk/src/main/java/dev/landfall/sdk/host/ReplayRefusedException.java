package dev.landfall.sdk.host;

import dev.landfall.sdk.SinkException;

/**
 * The store and the restored checkpoint do not belong together: the store is ahead, so that
 * starting would repeat records, or has forgotten what was committed (HO-15).
 */
public final class ReplayRefusedException extends SinkException {
  ReplayRefusedException(String message) {
    super(message);
  }
}
