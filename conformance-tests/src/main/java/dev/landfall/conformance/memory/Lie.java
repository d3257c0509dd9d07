package dev.landfall.conformance.memory;

/** What a store may promise and not keep. */
public enum Lie {
  ACKNOWLEDGES_BEFORE_IT_APPLIES,
  PREPARED_LOST_AT_DISCONNECT,
  PREPARED_LOST_AT_RESTART,
  COMMIT_NOT_ATOMIC,
  CONDITIONAL_PUT_IGNORED,
  FENCING_IGNORED
}
