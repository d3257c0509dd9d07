package dev.landfall.runner.source;

/**
 * Finds where a record ends, without a look at what it holds. Keeps its state while a record is
 * longer than what was read so far. Owned by one scanner.
 */
interface Framing {
  /** A record begins at {@code start} of the next buffer that is searched. */
  void begin();

  /**
   * Searches on for the line break that ends the record.
   *
   * @param start where the record begins
   * @param from the first byte that was not searched yet
   * @return the index of the line break, or -1 if it is not in {@code [from, to)}
   */
  int end(byte[] buffer, int start, int from, int to);

  /** Line breaks inside the record, up to what was searched. */
  int innerLines();
}
