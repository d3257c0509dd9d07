package dev.landfall.sdk.host;

import dev.landfall.sdk.SinkException;

/** The store is ahead of the restored checkpoint: starting would repeat records (HO-15). */
public final class ReplayRefusedException extends SinkException {
  ReplayRefusedException(String message) {
    super(message);
  }
}
