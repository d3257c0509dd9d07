package dev.landfall.conformance.model;

/** What a run says about a sink. */
public enum Verdict {
  PASS,
  FAIL,
  /**
   * A fault did not fire, or the run could not be made: nothing is known, and that is not a pass.
   */
  UNKNOWN
}
