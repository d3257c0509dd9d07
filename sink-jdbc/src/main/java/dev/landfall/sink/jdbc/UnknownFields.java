package dev.landfall.sink.jdbc;

/** What becomes of a field for which the table has no column. */
public enum UnknownFields {
  /** The record is rejected by name (SI-8). */
  REJECT,
  /** The field is left out. */
  IGNORE
}
