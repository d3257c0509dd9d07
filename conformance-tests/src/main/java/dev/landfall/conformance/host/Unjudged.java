package dev.landfall.conformance.host;

import org.jspecify.annotations.Nullable;

/**
 * The suite could not do its own part: look at the store, end a process, let a fault happen. Such a
 * run says nothing of the sink. An error, so that neither the host under the run nor the checker
 * takes it for one of the sink's. Immutable, thread-safe.
 */
public final class Unjudged extends Error {
  private static final long serialVersionUID = 1;

  public Unjudged(String message) {
    super(message);
  }

  public Unjudged(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
