package dev.landfall.conformance.host;

/**
 * A sink sends request after request without an end: the run is cut off. An error, so that nothing
 * below the host handles it. Immutable, thread-safe.
 */
final class Runaway extends Error {
  Runaway(String message) {
    super(message, null, false, false);
  }
}
