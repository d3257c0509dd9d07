package dev.landfall.stores;

/** Where a store came from, in the order in which they are tried. Immutable, thread-safe. */
public enum StoreOrigin {
  /**
   * An endpoint that the user gave; nothing was started, and it can be neither killed nor stopped.
   */
  GIVEN,
  /** A container of an image that a local engine held already. */
  CONTAINER,
  /** A child process of this machine. */
  EMBEDDED
}
