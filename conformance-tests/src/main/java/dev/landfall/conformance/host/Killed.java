package dev.landfall.conformance.host;

/**
 * The process was killed at this very operation. An error, so that nothing below the host takes it
 * for a failure of the store and handles it; code that catches it all the same meets it again at
 * its next request. Immutable, thread-safe.
 */
public final class Killed extends Error {
  private final transient Instance instance;

  Killed(Instance instance) {
    super("process " + instance.number() + " is dead", null, false, false);
    this.instance = instance;
  }

  /** Who is dead. */
  public Instance instance() {
    return instance;
  }
}
