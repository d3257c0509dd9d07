package dev.landfall.conformance.model;

/**
 * What an operation does to the store, whatever the store calls it. Decoders of real protocols map
 * their verbs to these, so the checker needs to know no protocol.
 */
public enum Access {
  /** Changes nothing that anybody can see. */
  READ,
  /** Adds data that is not visible yet: to a transaction, an upload. */
  STAGE,
  /** Makes staged data durable, still invisible. */
  PREPARE,
  /** Makes prepared data visible. */
  COMMIT,
  /** Discards staged or prepared data, or an unconfirmed object. */
  ABORT,
  /** Writes data under its final name. */
  PUT,
  /** Writes a confirmation record. */
  CONFIRM,
  /** Registers or ends a generation. */
  FENCE,
  /** Appends to, or changes, a write-ahead log. */
  LOG,
  /** Takes or gives back what readers wait for. */
  LOCK;

  /** Whether data of another owner would be changed. */
  public boolean changes() {
    return this != READ;
  }
}
