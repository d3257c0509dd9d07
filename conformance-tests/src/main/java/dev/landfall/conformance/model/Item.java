package dev.landfall.conformance.model;

/**
 * One thing that a reader sees. Immutable, thread-safe.
 *
 * @param key the key, or empty in a view of rows without keys
 * @param record which record put it there, such as {@code s0:3}
 * @param partition the part of the store that readers read on its own, or empty if there are none
 */
public record Item(String key, String record, String partition) {
  /** In a store without partitions. */
  public Item(String key, String record) {
    this(key, record, "");
  }

  @Override
  public String toString() {
    return key.isEmpty() ? record : key + "=" + record;
  }
}
