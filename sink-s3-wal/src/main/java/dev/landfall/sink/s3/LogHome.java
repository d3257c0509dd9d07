package dev.landfall.sink.s3;

/** Where the write-ahead log lives. Immutable, thread-safe. */
public enum LogHome {
  /** Where the host keeps it: a local directory by default. */
  HOST,
  /**
   * In the store: data objects are written while records arrive and count once they are confirmed,
   * so that any machine can finish a checkpoint.
   */
  STORE
}
