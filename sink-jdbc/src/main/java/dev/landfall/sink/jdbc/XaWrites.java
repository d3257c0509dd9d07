package dev.landfall.sink.jdbc;

/** What an XA branch does with a row. */
public enum XaWrites {
  /** Appends it; intervals follow each other without waiting. */
  INSERT,
  /**
   * Inserts it, or replaces or deletes the row of its key. Two branches of one pipeline would wait
   * for each other's row locks, so an interval is held back until the one before is committed, and
   * each key must belong to one writer.
   */
  UPSERT
}
