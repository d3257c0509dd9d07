package dev.landfall.conformance.model;

/**
 * One thing that a reader sees. Immutable, thread-safe.
 *
 * @param key the key, or empty in a view of rows without keys
 * @param record which record put it there, such as {@code s0:3}
 */
public record Item(String key, String record) {
  @Override
  public String toString() {
    return key.isEmpty() ? record : key + "=" + record;
  }
}
