package dev.landfall.conformance.model;

/**
 * One record that the schedule hands over. Immutable, thread-safe.
 *
 * @param id {@code split:offset}
 * @param split the unit that is replayed in order
 * @param offset from 0
 * @param key its key; each key belongs to one split
 * @param kind what it asks for
 */
public record Source(String id, String split, long offset, String key, Kind kind) {
  /** What a record asks for. */
  public enum Kind {
    PUT,
    DELETE,
    /** One that the store refuses, whatever is done. */
    BAD
  }
}
