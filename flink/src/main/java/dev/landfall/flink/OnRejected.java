package dev.landfall.flink;

/** What follows when a record cannot be written (SI-8), as {@code rejected:} in a pipeline file. */
public enum OnRejected {
  /**
   * The task fails; no checkpoint covers the record, so it comes again after a restart. Flink's
   * restart strategy decides how often.
   */
  FAIL,
  /**
   * The record is left out and counted in {@code numRecordsSendErrors}; the first ten are logged.
   */
  SKIP
}
