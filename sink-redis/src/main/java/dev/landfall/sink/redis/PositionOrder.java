package dev.landfall.sink.redis;

/** How it is known that all records of a key come from one split, where positions are versions. */
public enum PositionOrder {
  /** A mark of the split is stored with each version, and a record of another one is rejected. */
  CHECKED,
  /**
   * The author of the pipeline says so; a record of another split may be dropped as an older one.
   */
  DECLARED
}
