package dev.landfall.runner;

/**
 * Whether an operator's order that the state directory contradicts is followed all the same.
 *
 * @see PipelineAdministration#commit
 * @see PipelineAdministration#abort
 */
public enum Contradiction {
  /** It is refused, and the message says what would be lost or repeated. */
  REFUSE,
  /** The operator has said that records may be lost, or repeated. */
  ACCEPT
}
