package dev.landfall.conformance.model;

/** What a reader of the store sees, and so what "lost" and "twice" mean. */
public enum View {
  /** One value per key: the last operation wins, deletes included. */
  KEYED,
  /** One row per record, in the order of the store. */
  ROWS
}
