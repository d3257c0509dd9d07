package dev.landfall.runner;

/** Which parallel writer gets a record. */
public enum Distribution {
  /**
   * The one that the key's hash names, so that all records of a key stay in order; records without
   * a key go round.
   */
  KEY,
  /** One per split, so that all records of a split stay in order. */
  SPLIT
}
