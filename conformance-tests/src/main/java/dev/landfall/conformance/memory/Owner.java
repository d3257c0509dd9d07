package dev.landfall.conformance.memory;

import dev.landfall.sdk.Generation;
import dev.landfall.sdk.WriterId;

/**
 * Whose a transaction is, as the store is told when it begins. Immutable, thread-safe.
 *
 * @param sink pipeline and sink
 * @param subtask the writer
 * @param generation its incarnation
 */
record Owner(String sink, int subtask, long generation) {
  static Owner of(WriterId writer, Generation generation) {
    return new Owner(writer.sink().toString(), writer.subtask(), generation.value());
  }
}
