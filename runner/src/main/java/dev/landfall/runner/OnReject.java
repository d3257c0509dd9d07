package dev.landfall.runner;

/** What follows when a record cannot be written (SI-8). */
public enum OnReject {
  /** The run ends; no checkpoint covers the record, so it comes again after mending. */
  FAIL,
  /** The record is left out and counted; the first ten are shown. */
  SKIP
}
