package dev.landfall.conformance.model;

/**
 * One thing of a pipeline in the store that is not plain data. Immutable, thread-safe.
 *
 * @param kind what it is
 * @param name its name in the store
 * @param interval the interval that it belongs to, as {@code pipeline/sink/subtask/gG/oO}, or empty
 *     where the name does not tell
 */
public record RawEntry(Kind kind, String name, String interval) {
  /** What a store keeps for a while. */
  public enum Kind {
    /** Begun and not prepared. */
    OPEN_TRANSACTION,
    PREPARED_TRANSACTION,
    /** A multipart upload or a temporary file. */
    UPLOAD,
    /** A data object that no confirmation names. */
    UNCONFIRMED_OBJECT,
    /** A piece of a write-ahead log. */
    SEGMENT,
    /** A piece of a write-ahead log with an entry that was cut off while it was written. */
    TORN_SEGMENT
  }
}
