package dev.landfall.conformance.memory;

import dev.landfall.sdk.FencedException;
import dev.landfall.sdk.SinkException;
import dev.landfall.sdk.StoreUnavailableException;

/** Turns failures of the store into the sdk's. Stateless, thread-safe. */
final class Failures {
  private Failures() {}

  static SinkException cannot(String what, StoreFailure failure) {
    String message = "Cannot " + what + ": " + failure.getMessage();
    return failure.kind() == StoreFailure.Kind.FENCED
        ? new FencedException(message, failure)
        : new StoreUnavailableException(message, failure);
  }
}
