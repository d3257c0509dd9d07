package dev.landfall.sink.jdbc;

/** How rows reach the table, and which contract carries them. */
public enum JdbcMode {
  /** By key, as records come: writing twice is writing once (I-1). */
  UPSERT,
  /** In one XA branch per interval, committed once the checkpoint is durable (T-1). */
  XA,
  /** From a write-ahead log, with a confirmation row in the same local transaction (W-2). */
  CONFIRM
}
