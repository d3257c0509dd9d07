package dev.landfall.conformance.memory;

import dev.landfall.conformance.model.Access;
import java.util.List;
import java.util.Optional;

/**
 * One request on its way to the store. Immutable; its effect is the store's.
 *
 * @param access what it does
 * @param verb the store's word for it
 * @param name what it names
 * @param entries the records that it carries
 * @param effect carries it out for some or all of the entries
 * @param torn what half of the bytes do, where the store keeps what it got; empty where a request
 *     arrives whole or not at all
 */
record Request<T>(
    Access access,
    String verb,
    String name,
    List<Entry> entries,
    Effect<T> effect,
    Optional<Effect<T>> torn) {
  /** The store's side of a request. */
  @FunctionalInterface
  interface Effect<T> {
    T apply(List<Entry> entries) throws StoreFailure;
  }

  List<String> records() {
    if (entries.isEmpty()) {
      return List.of();
    }
    return entries.stream().map(Entry::record).toList();
  }
}
