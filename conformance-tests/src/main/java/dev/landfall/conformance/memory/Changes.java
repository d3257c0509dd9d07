package dev.landfall.conformance.memory;

/**
 * Counts changes of a store, so that nobody looks where nothing has changed. One thread at a time.
 */
final class Changes {
  private long all;
  private long visible;

  /**
   * Something changed that a reader cannot see, and that may stand behind other names or in another
   * state now. What only grows inside, as a transaction does with each row, is listed as before.
   */
  void behind() {
    all++;
  }

  /** Something changed that a reader could see. */
  void view() {
    all++;
    visible++;
  }

  long all() {
    return all;
  }

  long visible() {
    return visible;
  }
}
