package dev.landfall.sink.s3;

/** What keeps an old instance from confirming (W-6). Immutable, thread-safe. */
public enum Fencing {
  /** The store honours {@code If-None-Match: *}, also in a race; preflight probes it. */
  CONDITIONAL_WRITES,
  /** Nothing does: the guarantee sinks to at-least-once, and preflight says so. */
  NONE
}
