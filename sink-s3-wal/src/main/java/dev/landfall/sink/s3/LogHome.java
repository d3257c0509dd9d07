package dev.landfall.sink.s3;

/** Where the write-ahead log lives. Immutable, thread-safe. */
public enum LogHome {
  /** Where the host keeps it: a local directory by default. */
  HOST,
  /**
   * In a local directory of the sink's own: objects are made while records arrive, and publishing
   * sends what is there, so no record is written, read and written again.
   */
  LOCAL,
  /**
   * In the store: data objects are written while records arrive and count once they are confirmed,
   * so that any machine can finish a checkpoint.
   */
  STORE
}
