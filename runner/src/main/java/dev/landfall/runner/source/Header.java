package dev.landfall.runner.source;

/** What the first record of a CSV file is. */
public enum Header {
  /** The names of the columns. */
  FIRST_RECORD,
  /** A record as all others; the names stand in {@code columns}. */
  NONE
}
